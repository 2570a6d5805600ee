import {
  askedIn,
  GRAPH_LOOKUP,
  placeIn,
  settingIn,
  ungraphedLanguages,
  withoutAskingWords,
  type NameOccurrence,
} from '@quarry/turn';
import type { ChatInputs } from '../port';
import { absentWords } from './absent-words';
import type { AbsentNames } from './absent-names';
import type { Line } from './lines';
import { oneLine } from './one-line';
import type { ReadItem } from './read-item';

/** What occurs nowhere, one sentence a line; empty if all of it occurs. */
export function absences(inputs: ChatInputs, { names }: AbsentNames): readonly string[] {
  const foreign = foreignWords(inputs);
  if (foreign !== undefined) return [foreign, ...notInGraph(inputs, names)];
  return [
    ...names.map((name) => ofName(name, inputs)),
    ...absentWords(inputs).map((word) => nowhere(word, inputs)),
    ...notInGraph(inputs, names),
  ];
}

/** Words of a question in another language that a sentence names. */
const MOST_FOREIGN = 3;

/**
 * That the question seems to be in another language than the sources, if they lack words of it: without a model, it is
 * not translated, and a list of its words that occur nowhere does not say so.
 */
function foreignWords({ question, coverage, within }: ChatInputs): string | undefined {
  const language = askedIn(question);
  if (language === null) return undefined;
  const telling = new Set(withoutAskingWords(question).match(/[\p{L}\p{N}]{3,}/gu));
  const names = coverage?.names ?? [];
  const absent = [
    ...names.filter(({ occurs }) => !occurs).map(({ name }) => name),
    ...(coverage?.absent ?? []),
  ];
  const words = [...telling].filter((word) => absent.some((one) => one.toLowerCase() === word.toLowerCase()));
  if (words.length === 0) return undefined;
  const listed = words.slice(0, MOST_FOREIGN).map((word) => `“${oneLine(word)}”`);
  const where = within === undefined ? 'what was indexed' : oneLine(within);
  return `The question seems to be in ${language}, and ${listed.join(', ')} ${listed.length === 1 ? 'occurs' : 'occur'} nowhere in ${where}. Ask in the language of the sources, or set a language model, which translates the question.`;
}

/**
 * That a list was asked for and cannot be given: the code graph does not have the name, often because it does not read
 * the language of the passages.
 */
function notInGraph({ misses, evidence }: ChatInputs, absent: AbsentNames['names']): readonly string[] {
  const looked = misses.filter(
    ({ text, where }) => where.includes(GRAPH_LOOKUP) && !absent.some(({ name }) => name === text),
  );
  const languages = ungraphedLanguages(evidence.map(({ path }) => path)).map(([language]) => language);
  const unread = languages.length === 0 ? '' : `: it does not read ${languages.join(' or ')}`;
  return looked.map(
    ({ text }) =>
      `The code graph has no definition named \`${oneLine(text)}\`${unread}. The passages mention the name; they are no complete list.`,
  );
}

/** One sentence on a name that occurs nowhere, and the names that are spelled alike. */
function ofName({ name, near }: NameOccurrence, inputs: ChatInputs): string {
  const alike = near.map((other) => `\`${oneLine(other)}\``).join(', ');
  const names = near.length === 1 ? 'The name that is nearest is' : 'The nearest names are';
  return `${nowhere(name, inputs)}${near.length === 0 ? '' : ` ${names} ${alike}.`}`;
}

/**
 * The names that, as an answer says, occur nowhere.
 * @example
 * namesNowhere('“RetryLimit” occurs nowhere in what was indexed.'); // ['RetryLimit']
 */
export function namesNowhere(answer: string): readonly string[] {
  return [...answer.matchAll(/^“([^”\n]{1,200})” occurs nowhere in /gm)].map(([, name = '']) => name);
}

/** Where it was not found: a filter leaves out files that may have it. */
function nowhere(name: string, { within }: ChatInputs): string {
  return `“${oneLine(name)}” occurs nowhere in ${within === undefined ? 'what was indexed' : oneLine(within)}.`;
}

/**
 * Where the first quoted passage defines, sets or states what the question asks about, as a sentence with its citation;
 * undefined if the question asks for none of these, or the passage only mentions it.
 */
export function foundSentence(
  question: string,
  item: ReadItem,
  spans: readonly (readonly Line[])[],
): string | undefined {
  const lines = spans.flat();
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return undefined;
  const quoted = { startLine: first.number, endLine: last.number };
  const place = placeIn(item.evidence, question, quoted) ?? settingIn(item.evidence, question, quoted);
  if (!place) return statedSentence(item, lines);
  const done = place.does === 'defines' ? 'defined' : 'set';
  const stated = place.does === 'defines' ? '' : valueIn(lines.find(({ number }) => number === place.line));
  return `\`${oneLine(place.subject)}\` is ${done} in \`${oneLine(place.path)}\`, line ${place.line} [${place.n}]${stated}.`;
}

/** Characters of a line that a sentence quotes. */
const MOST_QUOTED = 120;

/** The line that gives the value, which is what was asked for: a reader need not look for it among the quoted lines. */
function valueIn(line: Line | undefined): string {
  const text = line?.text.trim() ?? '';
  return text === '' || text.includes('`') || text.length > MOST_QUOTED ? '' : `: \`${text}\``;
}

/** Where code states what the question quotes. */
function statedSentence({ evidence, stating }: ReadItem, lines: readonly Line[]): string | undefined {
  const { path, n } = evidence;
  const line = lines.find(({ number }) => stating.includes(number));
  return line && `What the question quotes is in \`${oneLine(path)}\`, line ${line.number} [${n}].`;
}
