import type { Evidence } from '@quarry/turn';
import { heldBy, type Asked } from './asked';
import { precisionOf, raritiesOf, shareOf, whenFits } from './fitting';
import { isNil } from './printed';
import { rowsOf, type TableCell, type TableRow } from './table-rows';

/** A value of a table that fits what is asked. */
export interface FittingCell {
  readonly evidence: Evidence;
  readonly row: TableRow;
  readonly cell: TableCell;
  /** 0..1. */
  readonly score: number;
}

/** What a word counts for by where it stands. */
const COUNTS = { label: 1, header: 0.9, group: 0.8, caption: 0.6, title: 0.6 } as const;
/** What a label's being only what is asked counts for. */
const PRECISION = 0.35;

/** Values of the tables in what was read, best first; equal ones in the order of the text. */
export function fittingCells(asked: Asked, read: readonly Evidence[]): readonly FittingCell[] {
  const tables = read.map((evidence) => ({ evidence, rows: rowsOf(evidence.text) }));
  const rarities = raritiesOf(
    asked,
    tables.flatMap(({ rows }) => rows.map(({ label, group }) => `${label} ${group}`)),
  );
  const fitting = tables.flatMap(({ evidence, rows }) => {
    const path = heldBy(evidence.path);
    const title = { held: heldBy(`${evidence.section ?? ''} ${evidence.title ?? ''}`), counts: COUNTS.title };
    return rows.flatMap((row) => {
      const label = heldBy(row.label);
      const places = [
        { held: label, counts: COUNTS.label },
        { held: heldBy(row.group), counts: COUNTS.group },
        { held: heldBy(row.caption), counts: COUNTS.caption },
        title,
      ];
      const precision = precisionOf(asked, label);
      return row.cells.flatMap((cell): FittingCell[] => {
        if (isNil(cell.text)) return [];
        const header = { held: heldBy(cell.header), counts: COUNTS.header };
        const own = shareOf(asked, rarities, [{ held: label, counts: 1 }, header], heldBy(''));
        if (own === 0) return [];
        const share = shareOf(asked, rarities, [...places, header], path);
        const when = whenFits(asked, `${row.label} ${cell.header}`, row.group, row.caption);
        return [{ evidence, row, cell, score: share * when * (1 - PRECISION + PRECISION * precision) }];
      });
    });
  });
  return fitting.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}
