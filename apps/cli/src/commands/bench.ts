import type { Command } from 'commander';
import { benchIndex, loadReaders, type BenchResult } from '@quarry/indexing';
import { openStores, readConfig } from '@quarry/platform';
import { locate } from '../indexer';
import { integer, withExamples, withJson } from '../options';
import type { CommandContext } from '../terminal';

interface BenchIndexOptions {
  readonly runs: number;
  readonly vectors?: boolean;
  readonly json?: boolean;
}

export function addBench(program: Command, { terminal }: CommandContext): void {
  const group = program
    .command('bench')
    .summary('measure Quarry on your data')
    .description('Measure Quarry on your data, on this machine.');
  withExamples(group, [['quarry bench index ~/shop', 'how fast a code base is indexed']]);
  const command = group
    .command('index')
    .description(
      'Measure indexing: files/s, MB/s and peak memory, medians of runs from nothing in a temporary folder.',
    )
    .argument('[path]', 'folder to index', '.')
    .option('--runs <number>', 'runs from nothing', integer(1, 100), 3)
    .option('--vectors', 'embed as well (minutes for large repositories)');
  withExamples(withJson(command), [
    ['quarry bench index ~/shop', ''],
    ['quarry bench index ~/shop --runs 5 --json', ''],
  ]).action(async (path: string, options: BenchIndexOptions) => {
    const { root } = await locate(path, undefined);
    const stores = options.vectors === true ? await openStores(readConfig()) : null;
    try {
      terminal.progress(`indexing ${root} ${options.runs} times ...`);
      const result = await benchIndex(root, {
        ...(await loadReaders()),
        runs: options.runs,
        signal: terminal.signal,
        embedder: stores?.embedder ?? null,
      });
      terminal.out(options.json === true ? `${JSON.stringify(result, null, 2)}\n` : renderBench(result));
    } finally {
      await stores?.close();
    }
  });
}

function renderBench(result: BenchResult): string {
  const { files, bytes, chunks, nodes, edges, runs, ms, unchangedMs } = result;
  return (
    `${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${chunks} chunks, ${nodes} nodes, ${edges} edges\n` +
    `median of ${runs}: ${(ms / 1000).toFixed(2)} s, ${result.filesPerSecond.toFixed(0)} files/s, ${result.megabytesPerSecond.toFixed(2)} MB/s\n` +
    `nothing changed: ${(unchangedMs / 1000).toFixed(2)} s; peak memory ${result.peakMegabytes.toFixed(0)} MB\n`
  );
}
