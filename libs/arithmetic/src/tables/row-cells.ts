/** A non-empty cell of a row. */
export interface RowCell {
  readonly text: string;
  /** From 0 for the first cell after the label, counting empty cells. */
  readonly column: number;
}

/** Non-empty cells of a line, and the number of all its cells. */
export interface RowCells {
  readonly filled: readonly RowCell[];
  readonly width: number;
}

/** True for a line with cells: separated by ` | `, or by tabs. */
export function isRow(line: string): boolean {
  return line.includes(' | ') || line.includes('\t') || line.endsWith(' |');
}

/** Label and cells of a line. Signs in separate cells are joined to their numbers. */
export function cellsOf(line: string): { readonly label: string; readonly cells: RowCells } {
  if (!isRow(line)) return { label: line.trim(), cells: { filled: [], width: 0 } };
  const [label = '', ...rest] = line
    .split(line.includes('|') ? /(?<!\\)\|/ : '\t')
    .map((cell) => cell.trim());
  const filled: RowCell[] = [];
  let sign = '';
  let signColumn = 0;
  for (const [column, text] of rest.entries()) {
    const last = filled.at(-1);
    if (/^[$€£¥]$/.test(text)) [sign, signColumn] = [text, column];
    // `2023 | $ | %` are heads: a change in dollars and in percent.
    else if (sign !== '' && text === '%') {
      filled.push({ text: sign, column: signColumn }, { text, column });
      sign = '';
    } else if (/^(?:\)?\s?%?\)?)$/.test(text) && text !== '' && last && /[\d)]$/.test(last.text))
      filled[filled.length - 1] = { ...last, text: `${last.text}${text}` };
    else if (text !== '') {
      filled.push({ text: `${sign}${text}`, column });
      sign = '';
    }
  }
  return { label: label.replace(/\s?[$€£¥]$/, ''), cells: { filled, width: rest.length } };
}
