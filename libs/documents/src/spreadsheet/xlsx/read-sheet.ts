import { columnName } from '@quarry/search-index';
import type { RowCell } from '../../tables/cell-text';
import { scanXml } from '../../xml/scan-xml';
import { MOST_FORMULAS, type CellBudget } from '../limits';
import { withMerged } from '../merge-cells';
import { readRange, type CellRange, type Sheet, type SheetFormula, type SheetRow } from '../sheet';
import { numberText } from './cell-value';
import type { NumberFormat } from './number-format';
import { unescaped } from './unescaped';

/** What the cells of all sheets refer to. */
export interface WorkbookParts {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
}

type SheetContent = Pick<Sheet, 'rows' | 'heads' | 'formulas' | 'withoutValue'>;

/** Reads the cells of a worksheet. @param heads rows that its tables mark as heads */
export function readSheet(
  part: Uint8Array,
  workbook: WorkbookParts,
  budget: CellBudget,
  heads: readonly number[],
): SheetContent {
  const rows: SheetRow[] = [];
  const merged: CellRange[] = [];
  const formulas: SheetFormula[] = [];
  const marked = new Set(heads);
  let withoutValue = 0;
  let cells: RowCell[] = [];
  let [row, column] = [0, 0];
  let cell = { type: 'n', style: 0, value: '', text: '', formula: '', shared: '' };
  let within: 'value' | 'text' | 'formula' | null = null;
  let aside = 0;

  const end = (): void => {
    const { formula, shared } = cell;
    if (formula !== '' && formulas.length < MOST_FORMULAS)
      formulas.push({
        cells: shared === '' ? `${columnName(column)}${row}` : shared,
        formula: unescaped(formula),
      });
    const text = textOf(cell, workbook);
    if (text === '' && formula !== '') withoutValue++;
    const shown = text === '' && formula !== '' ? `=${unescaped(formula)}` : text;
    if (shown.trim() !== '' && budget.takes(column)) cells.push({ text: shown, column });
  };

  scanXml(part, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.get('r') ?? row + 1);
        [column, cells] = [0, []];
      } else if (name === 'c') {
        column = readRange(attributes.get('r') ?? '')?.left ?? column + 1;
        const style = Number(attributes.get('s') ?? 0);
        cell = { type: attributes.get('t') ?? 'n', style, value: '', text: '', formula: '', shared: '' };
      } else if (name === 'v') within = 'value';
      else if (name === 'rPh') aside++;
      else if (name === 't') within = aside === 0 ? 'text' : null;
      else if (name === 'f') {
        within = 'formula';
        cell.shared = attributes.get('ref') ?? '';
      } else if (name === 'mergeCell') {
        const range = readRange(attributes.get('ref') ?? '');
        if (range) merged.push(range);
      } else if (name === 'autoFilter') {
        const range = readRange(attributes.get('ref') ?? '');
        if (range) marked.add(range.top);
      }
    },
    text(value) {
      if (within) cell[within] += value;
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') within = null;
      else if (name === 'rPh') aside--;
      else if (name === 'c') end();
      else if (name === 'row' && cells.length > 0) rows.push({ number: row, cells });
    },
  });
  return { rows: withMerged(rows, merged), heads: marked, formulas, withoutValue };
}

function textOf(
  { type, style, value, text }: { type: string; style: number; value: string; text: string },
  { strings, formats, from1904 }: WorkbookParts,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'inlineStr') return unescaped(text);
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
  if (type === 'd') return value.replace('T00:00:00', '').replace('T', ' ');
  if (type === 'n') return numberText(value, formats[style], from1904);
  return unescaped(value);
}
