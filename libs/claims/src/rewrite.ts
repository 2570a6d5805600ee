import { inert } from '@quarry/protocol';
import { citationMarks, trimEndOf, type Answer } from '@quarry/turn';
import type { Verdict } from './verdict';

/** The answer if no sentence is left. */
const NOTHING_LEFT = 'No sentence of the answer is supported by the evidence, so none is shown.';

/** Marks each sentence that is neither supported nor inferred with its status, e.g. ` [unsupported]`. */
export function marked(answer: Answer, verdicts: readonly Verdict[]): Answer {
  let text = answer.english;
  for (const { statement, status } of lastFirst(refused(verdicts))) {
    const { kind, markAt, span } = statement;
    // A closing fence must be alone on its line.
    const gap = kind === 'code' && markAt === span.end ? '\n\n' : ' ';
    text = `${text.slice(0, markAt)}${gap}[${status}]${text.slice(markAt)}`;
  }
  return { ...answer, english: text, text };
}

/** Removes the sentences that are neither supported nor inferred, and the citations that only they contain. */
export function cut(answer: Answer, verdicts: readonly Verdict[]): Answer {
  const out = refused(verdicts);
  if (out.length === 0) return answer;
  if (out.length === verdicts.length) {
    const why = 'no sentence of the answer is supported by the evidence';
    return { ...answer, english: NOTHING_LEFT, text: NOTHING_LEFT, citations: [], insufficient: why };
  }
  let text = answer.english;
  for (const { statement } of lastFirst(out)) text = without(text, statement.span.start, statement.span.end);
  // Removing a sentence can leave half of a code span.
  text = inert(text.replace(/\n{3,}/g, '\n\n').trim());
  const cited = citationMarks(text);
  return { ...answer, english: text, text, citations: answer.citations.filter(({ n }) => cited.includes(n)) };
}

function refused(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ status }) => status !== 'supported' && status !== 'inferred');
}

function lastFirst(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.toSorted((a, b) => b.statement.span.start - a.statement.span.start);
}

/** Removes a part of the text, and its line if only a list marker is left. */
export function without(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = after.slice(0, after.indexOf('\n') < 0 ? after.length : after.indexOf('\n'));
  if (/^[\s>]*(?:[-*+]|\d{1,9}[.)])?$/.test(line.trimEnd()) && rest.trim() === '')
    return before.slice(0, before.length - line.length) + after.slice(rest.length + 1);
  return trimEndOf(before, ' \t') + (line.trim() === '' ? after.trimStart() : after);
}
