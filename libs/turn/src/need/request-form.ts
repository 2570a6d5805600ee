import { normalizeQuery } from './need';
import { isFile, specificNames } from './specific';
import { figuresIn } from './figures';
import { polesOf } from './opposites';

/** The parts of a request that distinguish it from others. */
export interface RequestForm {
  /** {@link normalizeQuery} of the text. */
  readonly canonical: string;
  /** Names of code, in canonical form, sorted. */
  readonly names: readonly string[];
  /** Files that the request names. */
  readonly paths: readonly string[];
  readonly figures: readonly string[];
  readonly poles: readonly string[];
  /** Capitalized words after the first one, and words in capitals: companies, places, `EBITDA`. */
  readonly proper: readonly string[];
  /** `from` and `to`, each with the word that follows it. */
  readonly ways: readonly string[];
  /** All significant words, singular and sorted: without articles, kinds of things, figures and paths. */
  readonly words: readonly string[];
}

/** Kinds of things, and words for their text, which do not narrow a request. */
const KINDS = `function method class type interface struct enum trait field property constant variable table view procedure
  proc trigger file module definition declaration implementation code source body defined declared implemented detail
  exact full complete text content named called`;
/** Words without a meaning of their own. */
const SMALL = `a an the of in on at by for as is are was were be been do does did has have had this that these those it its
  what which where who please show me find and`;
const IGNORED: ReadonlySet<string> = new Set(`${KINDS} ${SMALL}`.split(/\s+/));
/** Verbs that relate one thing to another: `what calls X` is not `what X calls`. */
const RELATION = /^(?:call|use|invoke|import|implement|extend|inherit|reference|throw|depend|own|acquire)s?$/;

export function requestForm(text: string): RequestForm {
  const all = specificNames(text);
  const paths = all.filter(isFile);
  const names = all.filter((name) => !isFile(name)).map(normalizeQuery);
  const plain = [...all]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text.replaceAll('\\', '/').replace(/::|#/g, '.'))
    .replace(/\bnon-(?=\p{L})/giu, 'non');
  const { figures, rest } = figuresIn(plain);
  const raw = rest.match(/[\p{L}_]+/gu) ?? [];
  const single = raw.map((word) => singular(word.toLowerCase()));
  const ways = waysIn(rest);
  return {
    canonical: normalizeQuery(text),
    names: names.toSorted(),
    paths: paths.map((path) => path.toLowerCase()),
    figures,
    poles: polesOf(single),
    proper: raw.filter(isProper).map((word) => singular(word.toLowerCase())),
    ways,
    words: [
      ...names,
      ...ways,
      ...sidesOf(text, names),
      ...single.filter((word) => !IGNORED.has(word)),
    ].toSorted(),
  };
}

/** `from usd`, `to eur`: the direction of a change or a transfer. Without `from`, `to` belongs to a verb. */
function waysIn(text: string): readonly string[] {
  if (!/\bfrom\b/i.test(text)) return [];
  return [...text.matchAll(/\b(from|to|into) (?:the )?([\p{L}_]+)/giu)]
    .map(([, way = '', word = '']) => `${way.toLowerCase()} ${word.toLowerCase()}`)
    .toSorted();
}

/** Whether each verb of a relation precedes or follows the first name. */
function sidesOf(text: string, names: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  const at = lower.indexOf(names[0]?.split('.').at(-1) ?? '\0');
  if (at < 0) return [];
  return [...lower.matchAll(/[a-z]+/g)]
    .filter(([verb]) => RELATION.test(verb))
    .map(({ 0: verb, index }) => `${singular(verb)} ${index < at ? 'before' : 'behind'}`);
}

function isProper(word: string, at: number): boolean {
  return /^\p{Lu}{2,}$/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
