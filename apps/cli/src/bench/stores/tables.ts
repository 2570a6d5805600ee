import type { GrowthResult } from './growth';
import type { Measured } from './measured';
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

/** What asking costs at each size, and what writing costs. CPU: of the process, for one. */
export function growthTables(sizes: readonly GrowthResult[]): string[] {
  const cells = (measured: Measured) => [timesCell(measured), measured.cpuMs.toFixed(1)];
  return [
    ...table(
      [
        ...['chunks', 'of them real', 'hybrid p50 / p95 ms', 'CPU', 'BM25', 'CPU', 'meaning', 'CPU'],
        ...['open ms', 'first answer ms', 'memory MB', 'before'],
      ],
      sizes.map(({ chunks, real, hybrid, bm25, meaning, openMs, firstMs, memoryMb, idleMb }) => [
        ...[String(chunks), String(real), ...cells(hybrid), ...cells(bm25), ...cells(meaning)],
        ...[openMs, firstMs].map((ms) => ms.toFixed(1)),
        ...[memoryMb, idleMb].map((megabytes) => megabytes.toFixed(0)),
      ]),
    ),
    '',
    ...table(
      [
        ...['chunks', 'chunks/s', 'CPU ms', 'vectors/s', 'end of run ms', 'one file changed ms', 'CPU'],
        ...['one file deleted ms', 'CPU', 'disk MB'],
      ],
      sizes.map((size) => [
        ...[String(size.chunks), size.chunksPerSecond.toFixed(0), size.chunkCpuMs.toFixed(2)],
        ...[size.vectorsPerSecond.toFixed(0), size.finishMs.toFixed(0)],
        ...[...cells(size.change), ...cells(size.deletion), size.diskMb.toFixed(0)],
      ]),
    ),
  ];
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
