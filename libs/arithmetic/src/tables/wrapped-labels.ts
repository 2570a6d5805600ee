import type { PrintedRow } from './printed-row';
import { cellsOf } from './row-cells';

/** Lines of one label are closer to each other than rows are, by this share of the usual distance of rows. */
const CLOSER = 0.88;
/** Rows whose distance shows what is usual, at least. */
const FEWEST = 3;

/**
 * The lines of the rows whose label is the next line of the label above, as their distance shows: `Consolidated
 * Statements of Income` right below `Total amounts included on the`.
 */
export function wrappedLabels(rows: readonly PrintedRow[]): ReadonlySet<number> {
  const wrapped = new Set<number>();
  const steps = rows.map((row, at) => stepAbove(row, rows[at - 1]));
  const isOpen = rows.map(({ text }) => {
    const { label, cells } = cellsOf(text);
    return label !== '' && !/:$|^\(.*\)$/.test(label) && cells.filled.length === 0;
  });
  // The distance of rows below rows with values: no label goes on there.
  const usual = steps.filter((step, at) => at > 0 && !isOpen[at - 1] && step > 0).toSorted((a, b) => a - b);
  const least = usual[Math.floor(usual.length / 4)] ?? 0;
  if (usual.length < FEWEST) return wrapped;
  for (const [at, row] of rows.entries()) {
    const step = steps[at] ?? 0;
    if (isOpen[at - 1] && step > 0 && step <= CLOSER * least) wrapped.add(row.line);
  }
  return wrapped;
}

/** The distance of a row from the one above, in points; 0 if it is unknown or they are on different pages. */
function stepAbove({ top }: PrintedRow, above: PrintedRow | undefined): number {
  return top === undefined || above?.top === undefined ? 0 : Math.max(0, top - above.top);
}
