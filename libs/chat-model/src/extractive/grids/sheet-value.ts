import { bare } from '@quarry/arithmetic';
import { defined, MOST_CITED_ROWS, type DraftFinding, type Evidence, type Need } from '@quarry/turn';
import type { ExtractionInputs } from '../../port';
import { gridsOf, isSheet } from './grid';
import { pickValue, rowWords, type PickedValue } from './pick-value';

/** Share of a document's characters that must have been read for it to be whole: line ends are not counted alike. */
const WHOLE = 0.97;

/** A call of `fetch_table`: the rows of a document that have all of these words. */
export interface TableCall {
  readonly table: string;
  readonly row: string;
}

/**
 * The value of the only cell that an item means in the spreadsheets and CSV files that were read; null if none or
 * several may be meant, or if rows that were not read may be, too.
 */
export function sheetValue(
  item: string,
  sheets: readonly Evidence[],
  extraction: ExtractionInputs,
): DraftFinding | null {
  const { value } = pickValue(item, gridsOf(sheets));
  if (!value || !isComplete(item, value, extraction)) return null;
  return draftOf(value);
}

/** Calls for the rows of tables that were read in part: those that have the words that no head has. */
export function sheetCalls(item: string, extraction: ExtractionInputs): readonly TableCall[] {
  const { calls, read } = extraction;
  const documents = Map.groupBy(gridsOf(read.filter(isSheet)), ({ path }) => path);
  const wanted = [...documents].flatMap(([table, grids]): TableCall[] => {
    const row = rowWords(item, grids).join(' ');
    return row === '' || isWhole(table, extraction) ? [] : [{ table, row }];
  });
  const asked = new Set(calls.map(({ call }) => keyOf(call)));
  const fresh = new Map(wanted.map((call) => [JSON.stringify(call), call]));
  return [...fresh].filter(([key]) => !asked.has(key)).map(([, call]) => call);
}

function keyOf(call: Need['call']): string {
  const { table, row } = call?.arguments ?? {};
  return JSON.stringify({ table, row });
}

/** Whether every row that an item may mean was read: the document whole, or all rows with the item's words. */
function isComplete(item: string, { row }: PickedValue, extraction: ExtractionInputs): boolean {
  const { path } = row.evidence;
  if (isWhole(path, extraction)) return true;
  // A plan reads whole sheets, and can call for nothing more.
  const isPlanned = extraction.lastTurn && !extraction.calls.some(({ call }) => call?.tool === 'fetch_table');
  if (isPlanned && row.evidence.format !== 'csv') return true;
  const words = rowWords(item, gridsOf(extraction.read.filter((one) => one.path === path))).join(' ');
  return extraction.calls.some(({ call, resolvedBy }) => {
    const { table, row: asked } = call?.arguments ?? {};
    const isAll =
      resolvedBy.length > 0 && resolvedBy.length < MOST_CITED_ROWS && !/\bmore rows\b/.test(call?.note ?? '');
    return call?.tool === 'fetch_table' && table === path && asked === words && isAll;
  });
}

function isWhole(path: string, { read, sections }: ExtractionInputs): boolean {
  const root = sections.find((section) => section.path === path && section.level === 0);
  if (!root) return false;
  const lines = new Map<number, number>();
  for (const { text, startLine } of read.filter((one) => one.path === path))
    for (const [at, line] of text.split('\n').entries()) lines.set(startLine + at, line.length + 1);
  return [...lines.values()].reduce((sum, length) => sum + length, 0) >= root.characters * WHOLE;
}

/** A cell as a finding: its label names the row, what selects it, and the column. */
function draftOf({ row, cell, keys }: PickedValue): DraftFinding {
  const { evidence, group, label } = row;
  const names = [group.replace(/:$/, ''), label, ...keys, cell.head].filter((part) => part !== '');
  const isNumber = /^[^\p{L}]{1,40}$/u.test(cell.text);
  return {
    label: [...new Set(names)].join(', ').slice(0, 200),
    value: isNumber ? bare(cell.text) : cell.text,
    section: evidence.section ?? evidence.path,
    ...defined({ unit: cell.unit }),
  };
}
