import { isNil, rowsOf, type TableCell, type TableRow } from '@quarry/arithmetic';
import type { Evidence } from '@quarry/turn';
import { heldBy, type Asked } from './asked';
import { orderOf, precisionOf, raritiesOf, shareOf, whenFits } from './fitting';
import { statesKind } from './statements';

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
/** What a share counts for where none is asked for. */
const UNASKED_PERCENT = 0.7;
/** What a label's being only what is asked counts for. */
const PRECISION = 0.45;
/** What a label's having the words in another order takes away. */
const DISORDER = 0.15;
/** What the statement of such figures counts for before other tables: totals stand there. */
const STATEMENT = 1.1;

/** Values of the tables in what was read, best first; equal ones in the order of the text. */
export function fittingCells(asked: Asked, read: readonly Evidence[]): readonly FittingCell[] {
  const tables = read.map((evidence) => ({ evidence, rows: rowsOf(evidence.text) }));
  const rarities = raritiesOf(
    asked,
    tables.flatMap(({ rows }) => rows.map(({ label, group }) => `${label} ${group}`)),
  );
  const percent = /percent|%|\b(?:rate|share|margin|proportion)\b/i.test(asked.text);
  const fitting = tables.flatMap(({ evidence, rows }) => {
    const path = heldBy(evidence.path);
    const name = (evidence.section ?? '').split('/').at(-1)?.replaceAll('-', ' ') ?? '';
    const title = { held: heldBy(`${evidence.section ?? ''} ${evidence.title ?? ''}`), counts: COUNTS.title };
    return rows.flatMap((row) => {
      const label = heldBy(row.label);
      const places = [
        { held: label, counts: COUNTS.label },
        { held: heldBy(row.group), counts: COUNTS.group },
        { held: heldBy(row.caption), counts: COUNTS.caption },
        title,
      ];
      const form =
        (1 - PRECISION + PRECISION * precisionOf(asked, label)) *
        (1 - DISORDER + DISORDER * orderOf(asked, label));
      return row.cells.flatMap((cell): FittingCell[] => {
        if (isNil(cell.text)) return [];
        const header = { held: heldBy(cell.header), counts: COUNTS.header };
        const own = shareOf(asked, rarities, [{ held: label, counts: 1 }, header], heldBy(''));
        if (own === 0) return [];
        const share = shareOf(asked, rarities, [...places, header], path);
        const when = whenFits(asked, `${row.label} ${cell.header}`, row.group, row.caption);
        const kind = !percent && cell.text.includes('%') ? UNASKED_PERCENT : 1;
        const score = share * when * kind * form * (statesKind(asked.text, name) ? STATEMENT : 1);
        return [{ evidence, row, cell, score }];
      });
    });
  });
  return fitting.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}
