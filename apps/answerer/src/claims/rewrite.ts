import { inert } from '@quarry/protocol';
import { citationMarks, trimEndOf, type Answer } from '@quarry/turn';
import type { Verdict } from './verdict';

/** What is said where no sentence of an answer is left. */
const NOTHING_LEFT = 'No sentence of the answer is supported by the evidence, so none is shown.';

/** The answer with ` [unsupported]` or ` [contradicted]` at the end of each sentence that is so, before its full stop. */
export function marked(answer: Answer, verdicts: readonly Verdict[]): Answer {
  let text = answer.english;
  for (const { statement, status } of lastFirst(refused(verdicts))) {
    const { kind, markAt, span } = statement;
    // Behind the closing fence of a code block there is no room in its line.
    const gap = kind === 'code' && markAt === span.end ? '\n\n' : ' ';
    text = `${text.slice(0, markAt)}${gap}[${status}]${text.slice(markAt)}`;
  }
  return { ...answer, english: text, text };
}

/** The answer without its unsupported and contradicted sentences, and without citations that only they had. */
export function cut(answer: Answer, verdicts: readonly Verdict[]): Answer {
  const out = refused(verdicts);
  if (out.length === 0) return answer;
  if (out.length === verdicts.length) {
    const why = 'no sentence of the answer is supported by the evidence';
    return { ...answer, english: NOTHING_LEFT, text: NOTHING_LEFT, citations: [], insufficient: why };
  }
  let text = answer.english;
  for (const { statement } of lastFirst(out)) text = without(text, statement.span.start, statement.span.end);
  // Half of a code span may have gone with a sentence.
  text = inert(text.replace(/\n{3,}/g, '\n\n').trim());
  const cited = citationMarks(text);
  return { ...answer, english: text, text, citations: answer.citations.filter(({ n }) => cited.includes(n)) };
}

function refused(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ status }) => status === 'unsupported' || status === 'contradicted');
}

function lastFirst(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.toSorted((a, b) => b.statement.span.start - a.statement.span.start);
}

/** Takes a part out; a line of which nothing but a list marker is left goes as a whole. */
function without(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = after.slice(0, after.indexOf('\n') < 0 ? after.length : after.indexOf('\n'));
  if (/^[\s>]*(?:[-*+]|\d{1,9}[.)])?$/.test(line.trimEnd()) && rest.trim() === '')
    return before.slice(0, before.length - line.length) + after.slice(rest.length + 1);
  return trimEndOf(before, ' \t') + (line.trim() === '' ? after.trimStart() : after);
}
