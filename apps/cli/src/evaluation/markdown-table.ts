/** A Markdown table, aligned for a terminal. */
export function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const rows = [head, head.map(() => '---'), ...body];
  const widths = head.map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (row: readonly string[]): string =>
    head.map((_cell, at) => pad(row[at] ?? '', widths[at] ?? 0)).join(' | ');
  return rows.map((row) => `| ${line(row)} |\n`).join('');
}

function pad(cell: string, width: number): string {
  return cell === '---' ? '-'.repeat(width) : cell.padEnd(width);
}

/** A share as `.512`; 1 as `1.000`. */
export function share(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
