import { isNil, rowsOf, type LineItem, type TableCell, type TableRow } from '@quarry/arithmetic';
import { textWithHead, type Evidence } from '@quarry/turn';
import { textWordsOf, type Target } from './target';
import { orderOf, precisionOf, raritiesOf, shareOf, whenFits } from './fitting';
import { isSubjectOf } from './subjects';
import { itemFits, knownItem } from './known-item';
import { periodFits } from './period-fits';
import { statesKind } from './statements';

/** A value of a table that matches the item. */
export interface FittingCell {
  readonly evidence: Evidence;
  readonly row: TableRow;
  readonly cell: TableCell;
  /** 0..1. */
  readonly score: number;
}

/** Weight of a word, by its position. */
const COUNTS = { label: 1, header: 0.9, group: 0.8, caption: 0.6, title: 0.6 } as const;
/** Weight of a percentage if the item does not ask for one. */
const UNASKED_PERCENT = 0.7;
/** Bonus for a label that consists of the item's words only. */
const PRECISION = 0.45;
/** Penalty for a label with the words in another order. */
const DISORDER = 0.15;
/** Bonus for the statement of such figures over other tables: it contains the totals. */
const STATEMENT = 1.1;

/** Values of tables in the sections read, best first; ties in the order of the text. */
export function fittingCells(target: Target, read: readonly Evidence[]): readonly FittingCell[] {
  // A name is that of one document's company: its figures are not those of another one.
  const stated = [...Map.groupBy(read, ({ path }) => path).values()].flatMap((texts) => {
    const item = knownItem(target.text, isSubjectOf(texts));
    return item ? [cellsOfItem(item, target, texts)] : [];
  });
  // A row of other words (`Goodwill impairment`) is another figure than the known one.
  if (stated.length > 0) return stated.flat().toSorted((a, b) => b.score - a.score);
  return cellsByWords(target, read);
}

/** Values of the rows whose labels name a line item of a statement. */
function cellsOfItem(item: LineItem, target: Target, read: readonly Evidence[]): readonly FittingCell[] {
  const fitting = read.flatMap((evidence) =>
    rowsOf(textWithHead(evidence)).flatMap((row) => {
      const titles = `${row.caption} ${evidence.section ?? ''} ${evidence.title ?? ''}`;
      const fit = itemFits(item, row.label, row.group, titles);
      if (fit === 0) return [];
      const columns = row.cells.map(({ header }) => header);
      return row.cells.flatMap((cell): FittingCell[] => {
        if (isNil(cell.text) || cell.text.includes('%')) return [];
        const nearest = [`${row.label} ${cell.header}`, row.group, row.caption];
        const when = periodFits(target, evidence.path, nearest, columns);
        return [{ evidence, row, cell, score: fit * when }];
      });
    }),
  );
  return fitting.filter(({ score }) => score > 0);
}

function cellsByWords(target: Target, read: readonly Evidence[]): readonly FittingCell[] {
  const tables = read.map((evidence) => ({ evidence, rows: rowsOf(textWithHead(evidence)) }));
  const rarities = raritiesOf(
    target,
    tables.flatMap(({ rows }) => rows.map(({ label, group }) => `${label} ${group}`)),
  );
  const percent = /percent|%|\b(?:rate|share|margin|proportion)\b/i.test(target.text);
  const fitting = tables.flatMap(({ evidence, rows }) => {
    const path = textWordsOf(evidence.path);
    const name = (evidence.section ?? '').split('/').at(-1)?.replaceAll('-', ' ') ?? '';
    const title = {
      words: textWordsOf(`${evidence.section ?? ''} ${evidence.title ?? ''}`),
      counts: COUNTS.title,
    };
    return rows.flatMap((row) => {
      const label = textWordsOf(row.label);
      const places = [
        { words: label, counts: COUNTS.label },
        { words: textWordsOf(row.group), counts: COUNTS.group },
        { words: textWordsOf(row.caption), counts: COUNTS.caption },
        title,
      ];
      const form =
        (1 - PRECISION + PRECISION * precisionOf(target, label)) *
        (1 - DISORDER + DISORDER * orderOf(target, label));
      return row.cells.flatMap((cell): FittingCell[] => {
        // Nothing says which of several columns without heads is meant.
        if (isNil(cell.text) || (cell.header === '' && row.cells.length > 1)) return [];
        const header = { words: textWordsOf(cell.header), counts: COUNTS.header };
        const own = shareOf(target, rarities, [{ words: label, counts: 1 }, header], textWordsOf(''));
        if (own === 0) return [];
        const share = shareOf(target, rarities, [...places, header], path);
        const when = whenFits(target, `${row.label} ${cell.header}`, row.group, row.caption);
        const kind = !percent && cell.text.includes('%') ? UNASKED_PERCENT : 1;
        const score = share * when * kind * form * (statesKind(target.text, name) ? STATEMENT : 1);
        return [{ evidence, row, cell, score }];
      });
    });
  });
  return fitting.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
}
