/** Limits of what is read of a file: a sheet has room for 17 billion cells. */
const MOST_CELLS = 500_000;
export const MOST_COLUMNS = 500;
export const MOST_FORMULAS = 1_000;

/** Counts the cells of a file, and notes what is beyond the limits. */
export class CellBudget {
  private left = MOST_CELLS;
  private beyond = 0;
  private aside = 0;

  /** True if a cell in this column may be kept. */
  takes(column: number): boolean {
    if (column > MOST_COLUMNS) this.aside++;
    else if (this.left > 0) {
      this.left--;
      return true;
    } else this.beyond++;
    return false;
  }

  /** What was left out, in sentences. */
  remarks(): string[] {
    const cells = (n: number): string => `${n.toLocaleString('en-US')} cell${n === 1 ? '' : 's'}`;
    const were = (n: number): string => (n === 1 ? 'was' : 'were');
    const { beyond, aside } = this;
    return [
      ...(beyond > 0
        ? [`${cells(beyond)} after the first ${cells(MOST_CELLS)} ${were(beyond)} not read; split the file`]
        : []),
      ...(aside > 0
        ? [`${cells(aside)} to the right of column ${MOST_COLUMNS} ${were(aside)} not read`]
        : []),
    ];
  }
}
