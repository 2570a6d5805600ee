import { isTestPath, type Evidence } from '@quarry/turn';
import { isProse, type Line } from './lines';
import { wordsOf } from './terms';

/** What evidence counts by what it is, where the question does not ask for just that. */
const OF_TESTS = 0.45;
const OF_DATA = 0.65;
const WITHOUT_BODY = 0.6;

const ABOUT_TESTS = /\b(?:tests?|tested|testing|specs?)\b/i;
const ABOUT_DATA =
  /\b(?:tables?|columns?|fields?|propert(?:y|ies)|attributes?|types?|interfaces?|schemas?|enums?|settings?|options?|parameters?|definitions?)\b|\bwhat (?:is|are) (?:an?\b|the \w+$)/i;
const DATA = /\b(?:interface|type|enum|struct|record|create (?:table|type))\b/i;

/** True for a question about what there is, such as a table's columns, rather than about what happens. */
export function isAboutData(question: string): boolean {
  return ABOUT_DATA.test(question);
}

/**
 * How much an item is worth to a question of that kind, 0..1. Tests use the same words as the code that they test, and say less about it;
 * a type or a table says what there is, not what happens; a declaration without a body, hardly more than its name.
 */
export function worthOf(question: string, evidence: Evidence, lines: readonly Line[]): number {
  if (isProse(evidence)) return 1;
  const test = !ABOUT_TESTS.test(question) && isTestPath(evidence.path) ? OF_TESTS : 1;
  const telling = lines.filter((line) => line.kind !== 'noise' && line.kind !== 'comment');
  const head = telling.find((line) => line.kind === 'definition');
  const data = !isAboutData(question) && head !== undefined && isData(head, telling) ? OF_DATA : 1;
  return test * data * (isSlight(lines) ? WITHOUT_BODY : 1);
}

/** True for a declaration of one short line: what it does stands elsewhere. */
export function isSlight(lines: readonly Line[]): boolean {
  const telling = lines.filter((line) => line.kind !== 'noise' && line.kind !== 'comment');
  return telling.length <= 1 && wordsOf(telling[0]?.text ?? '').length < 16;
}

/** A definition of data: a type without a body, a table, or a class of which no line is a call or a method. */
function isData(head: Line, lines: readonly Line[]): boolean {
  const { text } = head;
  if (DATA.test(text.split(/[({=]/, 1)[0] ?? '')) return true;
  return /\bclass\b/.test(text) && !lines.some((line) => line !== head && /^\s*[^@[\s].*\(/.test(line.text));
}
