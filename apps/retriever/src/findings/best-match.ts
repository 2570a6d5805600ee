import { tellingWords, titleWords } from '@quarry/retrieval';
import type { DraftFinding } from '@quarry/turn';
import type { Match } from './match-value';
import type { Region, TextLine } from './read-document';

/** Lines above a value that can describe it: the head of a table, a heading. */
const ABOVE = 6;
/** Lines above a cell in which to search for the head of its column. */
const COLUMN = 40;

/**
 * Weights: words of the label in the line, in the column head and around it; words of the context; a separate cell,
 * since the name of a row can also contain a number; the named place; what was read.
 */
const WEIGHTS = { label: 3, column: 1.5, around: 0.5, context: 1, cell: 1, named: 2, read: 1 };

/**
 * Of several occurrences of a value, the one whose line matches the finding best. Of equal ones, prefers the named
 * section, then what was read, then the first.
 */
export function bestMatch(
  draft: Pick<DraftFinding, 'label' | 'context' | 'unit'>,
  lines: readonly TextLine[],
  matches: readonly Match[],
  prefer: { readonly named: Region; readonly read: Region },
): Match | null {
  const label = wordsOf(draft.label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const context = wordsOf(draft.context ?? '');
  const scored = matches.map((match) => {
    const line = lines[match.first];
    const own = wordsOf(textOf(lines, match.first, match.last));
    const around = wordsOf(textOf(lines, Math.max(0, match.first - ABOVE), match.first - 1));
    // Words in the line itself do not count again in the column or around it.
    const rest = new Set([...label].filter((word) => !own.has(word)));
    const score =
      match.exactness +
      (isWholeCell(line, match) ? WEIGHTS.cell : 0) +
      WEIGHTS.label * shared(label, own) +
      WEIGHTS.column * shared(rest, columnWords(lines, match)) +
      WEIGHTS.around * shared(rest, around) +
      WEIGHTS.context * shared(context, own) +
      (line && prefer.named(line) ? WEIGHTS.named : 0) +
      (line && prefer.read(line) ? WEIGHTS.read : 0);
    return { match, score };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.match ?? null;
}

/** The cell that contains these characters of its line. */
export function cellAt(line: TextLine | undefined, start: number, end: number) {
  return line?.layout?.cells?.find(([from, to]) => from < end && start < to);
}

function isWholeCell(line: TextLine | undefined, { first, last, start, end }: Match): boolean {
  const cell = cellAt(line, start, end);
  return (
    first === last &&
    cell !== undefined &&
    line?.text.slice(cell[0], cell[1]).trim() === line?.text.slice(start, end).trim()
  );
}

/** Words of the cells above a cell on its page. */
function columnWords(lines: readonly TextLine[], { first, start, end }: Match): ReadonlySet<string> {
  const cell = cellAt(lines[first], start, end);
  if (!cell) return new Set();
  const [, , left, right] = cell;
  const page = lines[first]?.layout?.page;
  const above = lines.slice(Math.max(0, first - COLUMN), first).flatMap(({ text, layout }) => {
    if (layout?.page !== page) return [];
    const cells = (layout?.cells ?? []).filter(([, , x0, x1]) => x0 < right && left < x1);
    return cells.map(([from, to]) => text.slice(from, to));
  });
  return wordsOf(above.join(' '));
}

function textOf(lines: readonly TextLine[], first: number, last: number): string {
  return lines
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}

/** Words without a plural `s`. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    tellingWords(titleWords(text)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
  );
}

function shared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word)).length;
}
