import { plainWords } from '@quarry/arithmetic';
import type { Evidence } from '@quarry/turn';

/** A line that names a company: `Alphabet Inc.`, `Best Buy Co., Inc.`, `3M Company and Subsidiaries`. */
const COMPANY =
  /^.{2,60}?[\s,](?:inc|incorporated|corporation|corp|plc|company|co|ltd|limited|llc|n\.v|s\.a|ag|se|and subsidiaries)\b/i;
const LONGEST = 120;

/** A text of a document, and the document's path and title. */
type Titled = Pick<Evidence, 'path' | 'text' | 'title'>;

/**
 * Whether a word, in lower case, names the documents of the texts or their companies: by path, title, or a line with a
 * company's name.
 */
export function isSubjectOf(read: readonly Titled[]): (word: string) => boolean {
  const paths = [...new Set(read.map(({ path }) => path.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')))];
  const names = new Set(
    read.flatMap(({ text, title = '' }) =>
      [title.split(' › ')[0] ?? '', ...companiesIn(text)].flatMap((name) => plainWords(name).split(' ')),
    ),
  );
  return (word) => word.length > 1 && (names.has(word) || paths.some((path) => path.includes(word)));
}

/** The names of companies in lines of their own. */
export function companiesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.length <= LONGEST)
    .flatMap((line) => COMPANY.exec(line)?.[0] ?? []);
}
