import type { DocumentLine } from '../document';

interface Cell {
  readonly column: number;
  readonly text: string;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly source: number;
}

/** A table with more columns is not aligned. Also limits how many columns row spans may reserve. */
const MAX_COLUMNS = 300;

/**
 * Collects the rows of a table so that a column has the same position in each row. A cell that spans several columns or
 * rows leaves the others empty; a column that is empty in all rows is dropped. Sparse: columns that a cell claims cost
 * nothing.
 */
export class TableRows {
  readonly #rows: Row[] = [];
  #cells: Cell[] = [];
  #column = 0;
  #source = 0;
  /** Columns that row spans of earlier rows still occupy, with the number of rows. */
  readonly #held = new Map<number, number>();

  /** @param source line of the file on which its text begins */
  cell(text: string, columns: number, rows: number, source: number): void {
    while ((this.#held.get(this.#column) ?? 0) > 0) this.#column++;
    if (text !== '') {
      this.#cells.push({ column: this.#column, text });
      this.#source ||= source;
    }
    if (rows > 1 && this.#held.size < MAX_COLUMNS)
      for (let i = 0; i < Math.min(columns, MAX_COLUMNS); i++) this.#held.set(this.#column + i, rows);
    this.#column += columns;
  }

  end(): void {
    for (const [column, rows] of this.#held)
      if (rows > 1) this.#held.set(column, rows - 1);
      else this.#held.delete(column);
    if (this.#cells.length > 0) this.#rows.push({ cells: this.#cells, source: this.#source });
    this.#cells = [];
    this.#column = 0;
    this.#source = 0;
  }

  /** Returns and clears the collected rows. Rows of a table with one column are text. */
  take(): DocumentLine[] {
    const rows = this.#rows.splice(0);
    const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
      (a, b) => a - b,
    );
    const kind = columns.length < 2 ? 'text' : 'row';
    return rows.map(({ cells, source }) => {
      if (columns.length > MAX_COLUMNS)
        return { text: cells.map(({ text }) => text).join(' | '), kind, layout: { source } };
      const texts = new Map(cells.map(({ column, text }) => [column, text]));
      return {
        text: columns.map((column) => texts.get(column) ?? '').join(' | '),
        kind,
        layout: { source },
      };
    });
  }
}
