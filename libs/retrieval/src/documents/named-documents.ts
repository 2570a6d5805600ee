import { periodsIn } from '@quarry/arithmetic';
import type { Section } from '@quarry/turn';
import { storedPath } from '../section/section-trees';

/** Files that readers call by the name of a company or a subject. Names of code files are names of code. */
const DOCUMENTS = /\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx|ods|csv|tsv|epub|html?|eml)$/i;
/** A file name may begin with a shorter form of a name from this length on: `PEPSICO` for Pepsi. */
const SHORTEST_START = 4;
/** A name has at most this many words: `American Water Works`. */
const MOST_WORDS = 3;
const CAPITALIZED = /^(?:\p{Lu}[\p{L}\p{N}&.]*|\p{N}+\p{Lu}[\p{L}\p{N}]*)$/u;
/** Words that begin a question with a capital letter. */
const OPENING: ReadonlySet<string> = new Set(
  `what which who whom whose when where why how is are was were do does did has have had can could give calculate compute
   according looking in for of on at by from the a an and or if tell list show find based using among between compare note item part form annual
   report statement table fy usd q1 q2 q3 q4`.split(/\s+/),
);

/**
 * The stored paths of the documents that a query names, by file name or title: of the reports of many companies, a
 * question about `Best Buy` means `BESTBUY_2024Q2_10Q.pdf`. Of several reports of a company, those with a year of the
 * query in their names. Empty if it names none, or all of them.
 * @param roots the roots of all documents
 *
 * @example
 * namedDocuments("What was 3M's revenue?", roots); // ['3M_2022_10K.pdf']
 */
export function namedDocuments(query: string, roots: readonly Section[]): readonly string[] {
  const names = namesIn(query);
  const files = documentFiles(roots);
  if (names.length === 0 || files.length < 2) return [];
  const scored = files.map((root) => ({ root, named: namedBy(root, names) }));
  const most = Math.max(...scored.map(({ named }) => named));
  if (most === 0) return [];
  const meant = scored.filter(({ named }) => named > 0).map(({ root }) => root);
  if (meant.length === files.length) return [];
  return ofYears(query, meant).map(storedPath);
}

/** Of several reports of a company, those with a year of the query in their names, if there are any. */
export function ofYears<T extends Pick<Section, 'path'>>(query: string, meant: readonly T[]): readonly T[] {
  const { years } = periodsIn(query);
  const ofYear = meant.filter(({ path }) => years.some((year) => path.includes(year)));
  return ofYear.length > 0 ? ofYear : meant;
}

/** The roots of the files that readers call by a name. */
export function documentFiles(roots: readonly Section[]): readonly Section[] {
  return roots.filter(({ path, document }) => document === undefined && DOCUMENTS.test(path));
}

/** The names of a query in full: `Google Cloud` of "What did Google Cloud earn?", `Lyft` and `Netflix` of "Lyft or Netflix". */
export function fullNamesIn(query: string): readonly string[] {
  const runs: string[] = [];
  let joins = false;
  for (const word of wordsIn(query)) {
    if (isName(word)) runs.push(joins ? `${runs.pop() ?? ''} ${word}` : word);
    joins = isName(word) && (runs.at(-1)?.split(' ').length ?? 0) < MOST_WORDS;
  }
  return [...new Set(runs)].filter((name) => plain(name).length > 1);
}

/** Capitalized words of a query, alone and joined with their neighbours, in lower case. */
function namesIn(query: string): readonly string[] {
  const words = wordsIn(query);
  return words.flatMap((word, at) => {
    if (!isName(word)) return [];
    const names = [word];
    for (let length = 2; length <= MOST_WORDS; length++) {
      const next = words[at + length - 1];
      if (!isName(next)) break;
      names.push(`${names.at(-1)}${next}`);
    }
    return names.map(plain).filter((name) => name.length > 1);
  });
}

function wordsIn(query: string): readonly string[] {
  return query
    .replace(/['’]s?(?![\p{L}])/gu, '')
    .split(/[\s,;:?!()"-]+/)
    .map((word) => word.replace(/\.$/, ''));
}

function isName(word: string | undefined): word is string {
  return word !== undefined && CAPITALIZED.test(word) && !OPENING.has(word.toLowerCase());
}

/** How many letters of names the file name or the title contains. */
function namedBy({ path, title }: Section, names: readonly string[]): number {
  const file = (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '');
  const tokens = new Set([...wordsOf(file), ...(title === path ? [] : wordsOf(title))]);
  const starts = [...wordsOf(file)];
  const borne = names.filter(
    (name) =>
      tokens.has(name) ||
      (name.length >= SHORTEST_START && starts.some((token) => token.startsWith(name) && !/\d/.test(token))),
  );
  return borne.reduce((sum, name) => sum + name.length, 0);
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}&]+/u)
    .map(plain)
    .filter((word) => word.length > 1);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
