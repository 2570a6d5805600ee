import type { DocumentLine } from '../document';

/** A cell as its page describes it. */
export interface PageCell {
  readonly text: string;
  /** Numbers of columns and rows that it covers. */
  readonly columns: number;
  readonly rows: number;
  readonly isHead: boolean;
  /** Line of the file on which its text begins. */
  readonly source: number;
}

interface Cell {
  readonly column: number;
  readonly span: number;
  readonly text: string;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly source: number;
  /** Whether all its cells are heads. */
  readonly isHead: boolean;
}

/** A table with more columns is not aligned. Also limits how many columns row spans may reserve. */
const MAX_COLUMNS = 300;

/**
 * Collects the rows of a table so that a column has the same position in each row. A cell that spans several columns or
 * rows leaves the others empty, but a head names each of its columns; a column that is empty in all rows is dropped.
 * Sparse: columns that a cell claims cost nothing.
 */
export class TableRows {
  readonly #rows: Row[] = [];
  #cells: Cell[] = [];
  #column = 0;
  #source = 0;
  #isHead = true;
  /** Columns that row spans of earlier rows still occupy, with the number of rows. */
  readonly #held = new Map<number, number>();

  cell({ text, columns, rows, isHead, source }: PageCell): void {
    while ((this.#held.get(this.#column) ?? 0) > 0) this.#column++;
    if (text !== '') {
      this.#cells.push({ column: this.#column, span: columns, text });
      this.#source ||= source;
      this.#isHead &&= isHead;
    }
    if (rows > 1 && this.#held.size < MAX_COLUMNS)
      for (let i = 0; i < Math.min(columns, MAX_COLUMNS); i++) this.#held.set(this.#column + i, rows);
    this.#column += columns;
  }

  end(): void {
    for (const [column, rows] of this.#held)
      if (rows > 1) this.#held.set(column, rows - 1);
      else this.#held.delete(column);
    if (this.#cells.length > 0)
      this.#rows.push({ cells: this.#cells, source: this.#source, isHead: this.#isHead });
    this.#cells = [];
    this.#column = 0;
    this.#source = 0;
    this.#isHead = true;
  }

  /** Returns and clears the collected rows. Rows of a table with one column are text. */
  take(): DocumentLine[] {
    const rows = this.#rows.splice(0);
    const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
      (a, b) => a - b,
    );
    const kind = columns.length < 2 ? 'text' : 'row';
    // Heads are the first rows; a row of heads further down names a group.
    const heads = rows.findIndex(({ isHead }) => !isHead);
    return rows.map(({ cells, source }, i): DocumentLine => {
      const isHead = kind === 'row' && i < heads;
      const line = { kind, ...(isHead && { head: true as const }), layout: { source } } as const;
      if (columns.length > MAX_COLUMNS) return { ...line, text: cells.map(({ text }) => text).join(' | ') };
      const texts = new Map(
        cells.flatMap(({ column, span, text }) =>
          columns
            .filter((one) => one === column || (isHead && column < one && one < column + span))
            .map((one) => [one, text] as const),
        ),
      );
      return { ...line, text: columns.map((column) => texts.get(column) ?? '').join(' | ') };
    });
  }
}
