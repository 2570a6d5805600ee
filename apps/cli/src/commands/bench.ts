import type { Command } from 'commander';
import { benchIndex, loadReaders } from '@quarry/indexing';
import { openStores, readConfig } from '@quarry/platform';
import { locate } from '../indexer';
import { integer, withJson } from '../options';
import type { CommandContext } from '../terminal';

export function addBench(program: Command, { terminal }: CommandContext): void {
  const group = program.command('bench').description('Measure Quarry on your data.');
  const command = group
    .command('index')
    .description(
      'Indexing speed (files/s, MB/s) and peak memory: medians of runs from nothing, in a temporary folder.',
    )
    .argument('[path]', 'folder to index', '.')
    .option('--runs <number>', 'runs from nothing', integer, 3)
    .option('--vectors', 'embed as well (minutes for large repositories)');
  withJson(command).action(
    async (path: string, options: { runs: number; vectors?: boolean; json?: boolean }) => {
      const { root } = await locate(path, undefined);
      const stores = options.vectors === true ? await openStores(readConfig()) : null;
      try {
        const result = await benchIndex(root, {
          ...(await loadReaders()),
          runs: options.runs,
          signal: terminal.signal,
          embedder: stores?.embedder ?? null,
        });
        if (options.json === true) terminal.out(`${JSON.stringify(result, null, 2)}\n`);
        else {
          terminal.out(
            `${result.files} files, ${(result.bytes / 1e6).toFixed(1)} MB, ${result.chunks} chunks, ${result.nodes} nodes, ${result.edges} edges\n` +
              `median of ${result.runs}: ${(result.ms / 1000).toFixed(2)} s, ${result.filesPerSecond.toFixed(0)} files/s, ${result.megabytesPerSecond.toFixed(2)} MB/s\n` +
              `nothing changed: ${(result.unchangedMs / 1000).toFixed(2)} s; peak memory ${result.peakMegabytes.toFixed(0)} MB\n`,
          );
        }
      } finally {
        await stores?.close();
      }
    },
  );
}
