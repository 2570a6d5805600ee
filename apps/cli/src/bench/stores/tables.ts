import type { SizeResult } from './sizes';
import type { Times } from './timed';

export function sizeTable(sizes: readonly SizeResult[]): string[] {
  return table(
    ['documents', 'written/s: embedded', 'server', 'hybrid p50 / p95 ms: embedded', 'server'],
    sizes.map(({ chunks, documentsPerSecond: written, hybridMs: ms }) => [
      String(chunks),
      written.embedded.toFixed(0),
      written.server.toFixed(0),
      timesCell(ms.embedded),
      timesCell(ms.server),
    ]),
  );
}

/** Median and 95th percentile, in milliseconds. */
export function timesCell({ p50, p95 }: Times): string {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
}

/** A Markdown table, aligned for a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((cell, at) =>
    Math.max(3, cell.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)];
}
