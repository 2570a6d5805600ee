import { columnName } from '@quarry/search-index';
import type { RowCell } from '../../tables/cell-text';
import { scanXml } from '../../xml/scan-xml';
import { MOST_FORMULAS, type CellBudget } from '../limits';
import { withMerged } from '../merge-cells';
import type { CellRange, Sheet, SheetFormula, SheetRow } from '../sheet';

/** A repeated row or cell with text is copied at most this often: files repeat empty ones a million times. */
const MOST_REPEATED = 1_000;

/** Reads the sheets of an OpenDocument spreadsheet. */
export function readTables(content: Uint8Array, budget: CellBudget): Sheet[] {
  const reader = new TableReader(budget);
  scanXml(content, reader);
  return reader.sheets;
}

class TableReader {
  readonly sheets: Sheet[] = [];
  private rows: SheetRow[] = [];
  private merged: CellRange[] = [];
  private formulas: SheetFormula[] = [];
  private heads = new Set<number>();
  private readonly hidden = new Set<string>();
  private name = '';
  private isHidden = false;
  private withoutValue = 0;
  private cells: RowCell[] = [];
  private row = 0;
  private column = 0;
  private rowRepeats = 1;
  private inHead = false;
  private style = '';
  /** Of the open cell; null outside of cells. Paragraphs within comments do not count. */
  private cell: {
    readonly attributes: ReadonlyMap<string, string>;
    text: string;
    paragraphs: number;
  } | null = null;
  private aside = 0;
  private paragraph = false;

  constructor(private readonly budget: CellBudget) {}

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'annotation') this.aside++;
    else if (name === 'style') this.style = attributes.get('name') ?? '';
    else if (name === 'table-properties' && attributes.get('display') === 'false')
      this.hidden.add(this.style);
    else if (name === 'table') this.begin(attributes);
    else if (name === 'table-header-rows') this.inHead = true;
    else if (name === 'table-row') {
      this.rowRepeats = count(attributes.get('number-rows-repeated'));
      [this.column, this.cells] = [0, []];
    } else if (name === 'table-cell' || name === 'covered-table-cell')
      this.cell = { attributes, text: '', paragraphs: 0 };
    else if (name === 'p' && this.cell && this.aside === 0) {
      if (this.cell.paragraphs++ > 0) this.cell.text += ' ';
      this.paragraph = true;
    } else if ((name === 's' || name === 'tab' || name === 'line-break') && this.cell && this.paragraph)
      this.cell.text += ' ';
  }

  text(value: string): void {
    if (this.cell && this.paragraph && this.aside === 0) this.cell.text += value;
  }

  close(name: string): void {
    if (name === 'annotation') this.aside--;
    else if (name === 'p') this.paragraph = false;
    else if (name === 'table-cell' || name === 'covered-table-cell')
      this.endCell(name === 'covered-table-cell');
    else if (name === 'table-row') this.endRow();
    else if (name === 'table-header-rows') this.inHead = false;
    else if (name === 'table') this.endTable();
  }

  private begin(attributes: ReadonlyMap<string, string>): void {
    [this.rows, this.merged, this.formulas, this.heads] = [[], [], [], new Set()];
    [this.row, this.withoutValue] = [0, 0];
    this.name = attributes.get('name') ?? '';
    this.isHidden = this.hidden.has(attributes.get('style-name') ?? '');
  }

  private endCell(isCovered: boolean): void {
    const { attributes = new Map<string, string>(), text = '' } = this.cell ?? {};
    this.cell = null;
    const repeats = count(attributes.get('number-columns-repeated'));
    const first = this.column + 1;
    this.column += repeats;
    if (isCovered) return;
    const formula = attributes.get('formula')?.replace(/^of:=?|^=/, '') ?? '';
    const [row, value] = [this.row + 1, valueOf(attributes, text.trim())];
    if (formula !== '' && this.formulas.length < MOST_FORMULAS)
      this.formulas.push({ cells: `${columnName(first)}${row}`, formula });
    if (value === '' && formula !== '') this.withoutValue++;
    const shown = value === '' && formula !== '' ? `=${formula}` : value;
    if (shown === '') return;
    const [columns, rows] = [
      count(attributes.get('number-columns-spanned')),
      count(attributes.get('number-rows-spanned')),
    ];
    if (columns > 1 || rows > 1)
      this.merged.push({ left: first, top: row, right: first + columns - 1, bottom: row + rows - 1 });
    for (let i = 0; i < Math.min(repeats, MOST_REPEATED); i++)
      if (this.budget.takes(first + i)) this.cells.push({ text: shown, column: first + i });
  }

  private endRow(): void {
    const copies = this.cells.length === 0 ? 0 : Math.min(this.rowRepeats, MOST_REPEATED);
    for (let i = 0; i < copies; i++) {
      // The cells of the first copy were counted when they were read.
      const kept = i === 0 ? this.cells : this.cells.filter(({ column }) => this.budget.takes(column));
      this.rows.push({ number: this.row + 1 + i, cells: kept });
      if (this.inHead) this.heads.add(this.row + 1 + i);
    }
    this.row += this.rowRepeats;
  }

  private endTable(): void {
    const { name, isHidden, heads, formulas, withoutValue } = this;
    this.sheets.push({
      name,
      isHidden,
      rows: withMerged(this.rows, this.merged),
      heads,
      formulas,
      withoutValue,
    });
  }
}

/** A date without the format of its display; everything else as displayed. */
function valueOf(attributes: ReadonlyMap<string, string>, text: string): string {
  const date = attributes.get('date-value');
  if (attributes.get('value-type') === 'date' && date !== undefined)
    return date.replace('T00:00:00', '').replace('T', ' ');
  return text === '' ? (attributes.get('value') ?? attributes.get('string-value') ?? '') : text;
}

/** A count of repetitions or columns, from 1. */
function count(value: string | undefined): number {
  const number = Number(value ?? 1);
  return Number.isInteger(number) && number > 0 ? Math.min(number, 2 ** 21) : 1;
}
