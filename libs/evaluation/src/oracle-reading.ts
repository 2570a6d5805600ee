import { normalizeQuery, type Evidence } from '@quarry/turn';
import type { Hop } from './data-set/question';

/**
 * Share (0..1) of a sub-question's words that a passage must contain, in addition to the answer, to count as its
 * source.
 */
const SAYS_IT = 0.6;
/** Words of a sub-question that passages need not contain. */
const SMALL: ReadonlySet<string> = new Set(
  `and are did does for from had has have how that the this was were what when where which who whom whose why with`.split(
    ' ',
  ),
);

/**
 * The sub-question with its references replaced by answers, `#2` by that of the second; null if one of them is not
 * `known`.
 */
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

/**
 * True if a passage contains the answer, ignoring articles and prepositions before it: `the First World War`, `under
 * Trajan`.
 */
export function isInEvidence(answer: string, evidence: readonly Evidence[]): boolean {
  return evidence.some((item) => holds(item, answer));
}

/** True if one passage contains the answer and most of the question: a reader who knows that stops searching. */
export function isRead(subQuestion: string, answer: string, evidence: readonly Evidence[]): boolean {
  const words = wordsOf(subQuestion);
  return evidence.some((item) => {
    if (!holds(item, answer)) return false;
    const passage = new Set(wordsOf(textOf(item)));
    return words.filter((word) => passage.has(word)).length >= SAYS_IT * words.length;
  });
}

/**
 * The subject of a sub-question: the answers that it refers to, otherwise the text before its relation (`Hello Love >>
 * performer`), otherwise ''.
 */
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
