import { figuresAsked } from '../measures/figure-asked';
import { labelFits } from '../measures/label-fits';
import { withPlainYears } from '../measures/periods';
import { plainWords } from '../measures/plain-words';
import type { DataCell, DataRow, DataTable } from './data-table';

/**
 * The rows that a name stands for, by the strictest rule that any satisfies: their label (or the heading above them
 * with it), a known figure by its usual name (`revenue` for `Net sales`), the beginning of the label, all words in it,
 * all words in it and in the row's cells of text and years (`Renewables 2016`).
 *
 * @example
 * rowsNamed(table, 'capex').map(({ label }) => label); // ['Purchases of property and equipment']
 */
export function rowsNamed({ rows }: Pick<DataTable, 'rows'>, name: string): readonly DataRow[] {
  const words = namesOf(name);
  if (words === '') return [];
  const items = figuresAsked(name).flatMap((figure) =>
    figure.kind === 'item' && figure.phrase === words ? [figure.item] : [],
  );
  const rules: readonly ((row: DataRow) => boolean)[] = [
    ({ label }) => namesOf(label) === words,
    ({ label, group }) => namesOf(`${group} ${label}`) === words,
    ({ label }) => items.some((item) => labelFits(item, label) > 0),
    ({ label }) => namesOf(label).startsWith(`${words} `),
    ({ label, group }) => holdsAll(`${group} ${label}`, words),
    ({ label, group, cells }) =>
      holdsAll([group, label, ...cells.filter(isName).map(({ text }) => text)].join(' '), words),
  ];
  for (const rule of rules) {
    const found = rows.filter(rule);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The cells of a row in the columns that a name stands for: those whose heads contain all of its words, else those
 * whose heads consist of its words (`2022` for `December 31, 2022`). `FY22` and `fiscal 2022` are 2022; `#2` is the
 * second column after the labels.
 */
export function cellsIn({ cells }: DataRow, name: string): readonly DataCell[] {
  const number = /^#\s?(\d{1,4})$/.exec(name.trim())?.[1];
  if (number !== undefined) return cells.filter(({ column }) => column === Number(number));
  const words = namesOf(name);
  if (words === '') return [];
  const heads = cells.map((cell) => ({ cell, head: namesOf(cell.head) }));
  const rules: readonly ((head: string) => boolean)[] = [
    (head) => head === words,
    (head) => holdsAll(head, words),
    (head) => head !== '' && holdsAll(words, head),
  ];
  for (const rule of rules) {
    const found = heads.filter(({ head }) => rule(head));
    if (found.length > 0) return found.map(({ cell }) => cell);
  }
  return [];
}

/** The words of a label, a head, or a name of one: with plain years, and months in full. */
function namesOf(text: string): string {
  return plainWords(withPlainYears(text));
}

/** A cell that names its row: a text or a year. */
function isName({ text, value }: DataCell): boolean {
  return value === undefined || /^(?:19|20)\d\d$/.test(text);
}

function holdsAll(text: string, words: string): boolean {
  const own = new Set(
    namesOf(text)
      .split(' ')
      .flatMap((word) => [word, singular(word)]),
  );
  return words.split(' ').every((word) => own.has(word) || own.has(singular(word)));
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
