import type { CellExtents } from './head-spans';

/** Points (or columns) by which a row must begin to the right of a heading to be indented below it. */
const INDENT = 2;
/** Results of a statement, which no heading above single items covers. */
const RESULT =
  /^(?:(?:consolidated )?net (?:income|earnings|loss|\(loss\))|gross (?:profit|margin)|operating (?:income|profit|loss)|(?:income|earnings|loss|\(loss\) income|income \(loss\)|profit)\b.{0,20}\bbefore\b|comprehensive income)/i;

/** The heading within a table that its rows are below: it ends at its total, or where rows are no longer indented. */
export class RowGroup {
  private heading = '';
  private edge: number | undefined;
  private isIndented: boolean | undefined;

  /** Takes a heading for the rows below it; an empty one for none. */
  begin(heading: string, extents?: CellExtents): void {
    this.heading = heading;
    this.edge = extents?.[0]?.[0];
    this.isIndented = undefined;
  }

  /** The same state, which changes on its own. */
  copy(): RowGroup {
    return Object.assign(new RowGroup(), this);
  }

  /** The heading of a row; empty for none. */
  of(label: string, extents?: CellExtents): string {
    const left = extents?.[0]?.[0];
    const isTotal = /^total\b/i.test(label);
    if (left !== undefined && this.edge !== undefined) {
      const isDeeper = left > this.edge + INDENT;
      this.isIndented ??= isDeeper;
      if (this.isIndented && !isDeeper && !isTotal) this.begin('');
    }
    if (this.isIndented !== true && RESULT.test(label) && !label.startsWith(this.heading)) this.begin('');
    const { heading } = this;
    if (isTotal) this.begin('');
    return heading === label ? '' : heading;
  }
}
