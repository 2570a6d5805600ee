import { tellingWords, titleWords } from '@quarry/retrieval';
import type { DraftFinding } from '@quarry/turn';
import type { Match } from './match-value';
import type { Region, TextLine } from './read-document';

/** Lines above a value that may say what it is: the rows of a table's head, a heading. */
const ABOVE = 6;
/** Lines above a cell among which the head of its column is sought. */
const COLUMN = 40;

/**
 * What weighs how much: words of the label in the line, in the column's head, around it; of the context; a cell of its own, since the name of
 * a row may hold a number too; the place that was named.
 */
const WEIGHTS = { label: 3, column: 1.5, around: 0.5, context: 1, cell: 1, named: 2, read: 1 };

/**
 * Of several places where a value stands, the one whose line says what the finding says it is; of equal ones that in the section that
 * was named, then what was read, then the first.
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
    // What the line says itself, nothing above it says better.
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

/** The cell of a row that holds characters of its line. */
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

/** Words of the cells that stand above a cell on its page. */
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

/** Without the `s` of a plural. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    tellingWords(titleWords(text)).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
  );
}

function shared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word)).length;
}
