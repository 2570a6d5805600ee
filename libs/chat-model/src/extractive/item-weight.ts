import { asksHowTo, isExamplePath, isTestPath, namePartsOf, type Evidence } from '@quarry/turn';
import { isProse, type Line } from './lines';
import { wordsOf } from './terms';

/** Weight of evidence by its kind, unless the question asks for that kind. */
const OF_TESTS = 0.45;
const OF_DATA = 0.65;
const WITHOUT_BODY = 0.6;

/** It takes what can be set, in the words of all of it, and does hardly anything with it. */
const OF_CONSTRUCTORS = 0.75;
const CONSTRUCTORS: ReadonlySet<string> = new Set(['constructor', '__init__', '__new__']);
const ABOUT_CREATION = /\b(?:creat|construct|instan|initial|default|new\b|set\b|made\b|start)/i;

const ABOUT_TESTS = /\b(?:tests?|tested|testing|specs?)\b/i;
const ABOUT_EXAMPLES = /\b(?:examples?|samples?|demos?|benchmarks?)\b/i;
const ABOUT_DATA =
  /\b(?:tables?|columns?|fields?|propert(?:y|ies)|attributes?|types?|interfaces?|schemas?|enums?|settings?|options?|parameters?|definitions?)\b|\bwhat (?:is|are) (?:an?\b|the \w+$)/i;
const DATA = /\b(?:interface|type|enum|struct|record|create (?:table|type))\b/i;

/** True for a question about how something comes to be, which constructors and defaults say. */
export function isAboutCreation(question: string): boolean {
  return ABOUT_CREATION.test(question);
}

/** True for a question about structure, such as a table's columns, rather than about behavior. */
export function isAboutData(question: string): boolean {
  return ABOUT_DATA.test(question);
}

/**
 * Weight of an item for a question of that kind, 0..1. Tests use the words of the code under test and say less about
 * it. A type or a table describes structure, not behavior. A declaration without a body is hardly more than its name.
 */
export function itemWeightOf(question: string, evidence: Evidence, lines: readonly Line[]): number {
  if (isProse(evidence)) return 1;
  const test = testWeightOf(question, evidence);
  const data = definesData(question, lines) ? OF_DATA : 1;
  const constructs = !isAboutCreation(question) && isConstructor(evidence) ? OF_CONSTRUCTORS : 1;
  const body = isSlight(lines) ? WITHOUT_BODY : 1;
  return test * data * constructs * body * declarationWeightOf(question, evidence);
}

/** True for a definition of data, or a file of declarations, unless the question asks for data. */
export function isDataItem(question: string, evidence: Evidence, lines: readonly Line[]): boolean {
  return !isProse(evidence) && (definesData(question, lines) || declarationWeightOf(question, evidence) < 1);
}

function definesData(question: string, lines: readonly Line[]): boolean {
  const code = lines.filter((line) => line.kind !== 'noise' && line.kind !== 'comment');
  const head = code.find((line) => line.kind === 'definition');
  return !isAboutData(question) && head !== undefined && isData(head, code);
}

/** True for a function that makes an object: by the name that languages give it, or by that of its type. */
function isConstructor({ symbol = '' }: Evidence): boolean {
  const [own = '', owner] = namePartsOf(symbol).toReversed();
  return CONSTRUCTORS.has(own) || (own !== '' && own === owner);
}

/** Weight of an item for being in a file that declares types alone, 0..1: what they do is defined elsewhere. */
export function declarationWeightOf(question: string, { path }: Pick<Evidence, 'path'>): number {
  return !isAboutData(question) && /\.(?:d\.[cm]?ts|pyi)$/.test(path) ? OF_DATA : 1;
}

/** Weight of an item for being a test, or code that only shows how other code is used, 0..1. */
export function testWeightOf(question: string, evidence: Evidence): number {
  if (ABOUT_TESTS.test(question)) return 1;
  const isWanted = asksHowTo(question) || ABOUT_EXAMPLES.test(question);
  const isExample = !isWanted && isExamplePath(evidence.path) && !isProse(evidence);
  return isTestPath(evidence.path) || isExample ? OF_TESTS : 1;
}

/** Lines of a signature, at most. */
const MAX_SIGNATURE = 12;
/** A signature that ends without a body: an overload of Python. */
const BODILESS = /:\s*\.\.\.\s*$/;

/** True for a declaration of one short line, or an overload: its behavior is defined elsewhere. */
export function isSlight(lines: readonly Line[]): boolean {
  const code = lines.filter((line) => line.kind !== 'noise' && line.kind !== 'comment');
  if (code.length > 0 && BODILESS.test(code.at(-1)?.text ?? '') && code.length <= MAX_SIGNATURE) return true;
  // A part of a class that is documentation alone declares nothing that stands elsewhere.
  if (/^\s*class\b/.test(code[0]?.text ?? '')) return false;
  return code.length <= 1 && wordsOf(code[0]?.text ?? '').length < 16;
}

/** A definition of data: a type without a body, a table, or a class without a call or a method. */
function isData(head: Line, lines: readonly Line[]): boolean {
  const { text } = head;
  if (DATA.test(text.split(/[({=]/, 1)[0] ?? '')) return true;
  return /\bclass\b/.test(text) && !lines.some((line) => line !== head && /^\s*[^@[\s].*\(/.test(line.text));
}
