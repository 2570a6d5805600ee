import { wordsOf, type Word } from './question-words';
import { operationOf } from './read-question';
import type { RecordTable } from './record-table';

/**
 * The words that are the name of the file, although they may name a column, too: `in mpg`, `of mpg.csv`, `Titanic
 * passengers` (behind a word that says what is asked), and a name of several words anywhere (`fight songs` of
 * `fight-songs.csv`).
 */
export function fileMentions(words: readonly Word[], { path, columns }: RecordTable): readonly number[] {
  const file = wordsOf((path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')).map(({ stem }) => stem);
  const from = words.findIndex((_word, at) => file.every((stem, next) => words[at + next]?.stem === stem));
  if (file.length === 0 || from < 0) return [];
  if (file.length > 1) return file.map((_stem, next) => from + next);
  const [before, after] = [words[from - 1]?.lower ?? '', words[from + 1]?.lower ?? ''];
  const isFile = /^(?:csv|tsv|xlsx|ods|file|data|dataset|table)$/.test(after);
  const isHead = columns.some((head) => wordsOf(head).some(({ stem }) => stem === file[0]));
  if (!isHead && /^(?:many|of|which|what)$/.test(before)) return [from];
  const isPlaced = ['in', 'from', 'does', 'the', 'of', 'on'].includes(before);
  return isPlaced && (isFile || isPlace(words, from)) ? [from] : [];
}

/** `in mpg`, `on the Titanic`; `the titanic` only at the end, or before what is not its noun. */
function isPlace(words: readonly Word[], at: number): boolean {
  const [two, before, after] = [words[at - 2]?.lower ?? '', words[at - 1]?.lower ?? '', words[at + 1]];
  if (before === 'does') return false;
  const isIn = /^(?:in|on|from)$/.test(before === 'the' ? two : before);
  return isIn || after === undefined || after.isEmpty;
}

/**
 * Whether a word is what a question counts or looks for: `how many cars`, `which car`, with what restricts it before
 * (`how many female passengers`, `of first class passengers`, `the oldest
 * passenger`).
 */
export function isSubject(words: readonly Word[], at: number, used: ReadonlySet<number>): boolean {
  let before = at - 1;
  while (before > 0 && used.has(before) && !/^(?:many|of)$/.test(words[before]?.lower ?? '')) before--;
  while (/^(?:the|all)$/.test(words[before]?.lower ?? '')) before--;
  const anchor = words[before];
  const isEnd = anchor && before === at - 1 && /^(?:max|min)$/.test(operationOf(anchor) ?? '');
  return isEnd === true || /^(?:many|which|what|of)$/.test(anchor?.lower ?? '');
}
