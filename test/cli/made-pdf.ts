import { aPdf } from '@quarry/documents/testing';

/** A text on a page: points from the left and from the bottom, and its font size. */
export type PrintedText = readonly [x: number, y: number, text: string, size?: number];

/** Height of a page in points. */
const HEIGHT = 792;

/** A PDF made from the content of each page. */
export function madePdf(pages: readonly (readonly PrintedText[])[]): Buffer {
  const printed = pages.map((page) => ({
    texts: page.map(([x, y, text, size = 10]) => ({ x, y: HEIGHT - y, text, size })),
  }));
  return Buffer.from(aPdf({ pages: printed }));
}

/** Rows of a table below each other from this height on: the label on the left, the cells in columns of 90 points. */
export function tableRows(top: number, rows: readonly (readonly string[])[]): readonly PrintedText[] {
  return rows.flatMap((row, line) =>
    row.flatMap((cell, column): PrintedText[] =>
      cell === '' ? [] : [[column === 0 ? 60 : 260 + 90 * column, top - 16 * line, cell]],
    ),
  );
}
