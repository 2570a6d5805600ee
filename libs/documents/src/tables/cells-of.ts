import type { DocumentLine } from '../document';

/** The texts of the cells of a row. */
export function cellsOf({ text, layout }: Pick<DocumentLine, 'text' | 'layout'>): readonly string[] {
  if (layout.cells) return layout.cells.map(([start, end]) => text.slice(start, end).trim());
  // A row of Markdown begins and ends with a bar; of other rows, a bar at an end follows an empty cell.
  const inner = /^\|.*\|$/.test(text) ? text.slice(1, -1) : text;
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
