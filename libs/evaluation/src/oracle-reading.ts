import { normalizeQuery, type Evidence } from '@quarry/turn';
import type { Hop } from './data-set/question';

/** Share (0..1) of a sub-question's words that a passage must hold beside the answer to count as the one that says it. */
const SAYS_IT = 0.6;
/** Words of a sub-question that passages need not hold. */
const SMALL: ReadonlySet<string> = new Set(
  `and are did does for from had has have how that the this was were what when where which who whom whose why with`.split(
    ' ',
  ),
);

/** The sub-question with answers for its references, `#2` for that of the second; null where one of them is not `known`. */
export function fillIn(
  text: string,
  hops: readonly Hop[],
  known: (answer: string) => boolean,
): string | null {
  const references = answersIn(text, hops);
  const answers = references.filter((answer) => answer !== undefined).filter(known);
  if (answers.length < references.length) return null;
  let at = 0;
  const filled = text.replaceAll('>>', ' ').replace(/#\d+/g, () => answers[at++] ?? '');
  return filled
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?.!,])/g, '')
    .trim();
}

/** True where a passage holds the answer, without regard to the small words before it: `the First World War`, `under Trajan`. */
export function stands(answer: string, evidence: readonly Evidence[]): boolean {
  return evidence.some((item) => holds(item, answer));
}

/** True where one passage holds the answer and most of what was asked: a reader who knows that searches no more. */
export function isRead(asked: string, answer: string, evidence: readonly Evidence[]): boolean {
  const words = wordsOf(asked);
  return evidence.some((item) => {
    if (!holds(item, answer)) return false;
    const held = new Set(wordsOf(textOf(item)));
    return words.filter((word) => held.has(word)).length >= SAYS_IT * words.length;
  });
}

/** What a sub-question is about: the answers that it refers to, else what stands before its relation (`Hello Love >> performer`), else ''. */
export function subjectOf(text: string, hops: readonly Hop[]): string {
  const answers = answersIn(text, hops);
  if (answers.length > 0) return answers.join(' ');
  const [subject = '', relation] = text.split('>>');
  return relation === undefined ? '' : subject.trim();
}

function answersIn(text: string, hops: readonly Hop[]): readonly (string | undefined)[] {
  return [...text.matchAll(/#(\d+)/g)].map(([, digits]) => hops[Number(digits) - 1]?.answer);
}

function holds(item: Evidence, answer: string): boolean {
  const wanted = normalizeQuery(answer).replace(/^(?:(?:the|an?|at|by|from|in|of|on|to|under) ){1,3}/, '');
  return normalizeQuery(textOf(item)).includes(wanted);
}

function textOf({ title, text }: Evidence): string {
  return `${title ?? ''} ${text}`;
}

function wordsOf(text: string): readonly string[] {
  return (normalizeQuery(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !SMALL.has(word));
}
