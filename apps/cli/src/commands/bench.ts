import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CachingEmbedder } from '@quarry/embedder';
import {
  benchIndex,
  benchVectors,
  openReaders,
  type BenchResult,
  type VectorBenchResult,
} from '@quarry/indexing';
import { openStores, readConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { locate } from '../indexer';
import { IndexingProgress } from '../indexing-progress';
import { collect, integer, withExamples, withJson } from '../options';
import type { CommandContext, Terminal } from '../terminal';
import { addMovedBenchmarks } from './bench-moved';
import { addBenchStores } from './bench-stores';
import { addBenchTurns } from './bench-turns';

interface BenchIndexOptions {
  readonly runs: number;
  readonly vectors?: boolean;
  readonly json?: boolean;
}

export function addBench(group: Command, { terminal }: CommandContext): void {
  group.description('Measure Quarry on your data, on this machine.');
  withExamples(group, [
    ['quarry bench index ~/shop', 'indexing speed'],
    ['quarry bench vectors corpus.jsonl', 'speed and recall of an inverted index'],
    ['quarry bench turns', 'the overhead of Quarry per turn'],
  ]);
  addBenchIndex(group, terminal);
  addBenchVectors(group, terminal);
  addBenchStores(group, terminal);
  addBenchTurns(group, terminal);
  addMovedBenchmarks(group);
}

function addBenchIndex(group: Command, terminal: Terminal): void {
  const command = group
    .command('index')
    .description(
      'Measure indexing from scratch in a temporary folder: medians of files/s, MB/s, pages/s of documents and peak memory.',
    )
    .argument('[path]', 'folder to index', '.')
    .option('--runs <number>', 'number of runs', integer(1, 100), 3)
    .option('--vectors', 'also compute vectors (takes minutes for large repositories)');
  withExamples(withJson(command), [
    ['quarry bench index ~/shop', ''],
    ['quarry bench index ~/shop --runs 5 --json', ''],
    ['quarry bench index ~/filings --vectors', 'pages/s of documents, with vectors'],
  ]).action(async (path: string, options: BenchIndexOptions) => {
    const { root } = await locate(path, undefined);
    const stores = options.vectors === true ? await openStores(readConfig()) : null;
    const readers = openReaders();
    try {
      terminal.progress(`indexing ${root} ${options.runs} times ...`);
      const result = await benchIndex(root, {
        ...readers,
        runs: options.runs,
        signal: terminal.signal,
        embedder: stores?.embedder ?? null,
      });
      terminal.out(options.json === true ? `${JSON.stringify(result, null, 2)}\n` : renderBench(result));
    } finally {
      await readers.close();
      await stores?.close();
    }
  });
}

interface BenchVectorsOptions {
  readonly queries: number;
  readonly ivfLists?: number;
  readonly ivfProbes?: readonly string[];
  readonly chunkTokens?: number;
  readonly cache?: string;
  readonly json?: boolean;
}

function addBenchVectors(group: Command, terminal: Terminal): void {
  const command = group
    .command('vectors')
    .description(
      'Compare the types of vector index on the chunks of a folder: recall of the ten nearest vectors, relative to comparing all ' +
        'vectors, and time. A query is twelve words of a chunk. Embeds all chunks, in a temporary folder.',
    )
    .argument('[path]', 'folder or file to index', '.')
    .option('--queries <number>', 'number of queries', integer(1, 10_000), 300)
    .option(
      '--ivf-lists <number>',
      'number of inverted lists (default: fits the number of vectors)',
      integer(1, 100_000),
    )
    .option('--ivf-probes <number>', 'lists searched per query (repeatable)', collect)
    .option('--chunk-tokens <number>', 'tokens per chunk', integer(100, 8_000))
    .option('--cache <file>', 'keep the vectors in this file for later runs');
  withExamples(withJson(command), [
    ['quarry bench vectors corpus.jsonl', ''],
    ['quarry bench vectors ~/docs --chunk-tokens 100 --ivf-probes 8 --ivf-probes 32', ''],
  ]).action(async (path: string, options: BenchVectorsOptions) => {
    const { root } = await locate(path, undefined);
    const stores = await openStores(readConfig());
    const readers = openReaders();
    try {
      if (!stores.embedder)
        throw new Fault(
          'embedder_unavailable',
          stores.embedderProblem ?? 'No embedding model is configured. Download one: quarry setup.',
        );
      const { cache, chunkTokens: tokens } = options;
      const embedder =
        cache === undefined
          ? stores.embedder
          : new CachingEmbedder(stores.embedder, { file: resolve(cache) });
      const progress = new IndexingProgress(terminal);
      const result = await benchVectors(root, {
        ...readers,
        embedder,
        queries: options.queries,
        lists: options.ivfLists ?? null,
        probes: (options.ivfProbes ?? []).map(integer(1, 100_000)),
        ...(tokens === undefined ? {} : { chunking: { tokens, overlap: Math.floor(tokens / 10) } }),
        signal: terminal.signal,
        onProgress: (now) => {
          progress.show(now);
        },
      });
      terminal.out(options.json === true ? `${JSON.stringify(result, null, 2)}\n` : renderVectors(result));
    } finally {
      await readers.close();
      await stores.close();
    }
  });
}

function renderVectors({ vectors, dimension, queries, rows }: VectorBenchResult): string {
  const flat = rows[0]?.msPerQuery ?? NaN;
  const lines = rows.map(({ index, buildMs, recallAt10, msPerQuery }) => {
    const kind =
      index.type === 'flat'
        ? 'flat'
        : `ivf, ${index.lists ?? 'default'} lists, ${index.probes ?? 'default'} probes`;
    const speed = `${msPerQuery.toFixed(2)} ms per query (${(flat / msPerQuery).toFixed(1)} times as fast)`;
    return `${`${kind}, ${index.metric}`.padEnd(36)} recall@10 ${recallAt10.toFixed(3)}  ${speed}  built in ${(buildMs / 1000).toFixed(1)} s`;
  });
  return `${vectors} vectors of ${dimension} dimensions, ${queries} queries\n${lines.join('\n')}\n`;
}

function renderBench(result: BenchResult): string {
  const { files, bytes, chunks, nodes, edges, pages, skipped, runs, ms, unchangedMs } = result;
  const left = skipped > 0 ? ` (${skipped} skipped)` : '';
  const paged = pages > 0 ? `, ${result.pagesPerSecond.toFixed(1)} pages/s` : '';
  return (
    `${files} files${left}, ${(bytes / 1e6).toFixed(1)} MB, ${pages > 0 ? `${pages} pages, ` : ''}${chunks} chunks, ${nodes} nodes, ${edges} edges\n` +
    `median of ${runs}: ${(ms / 1000).toFixed(2)} s, ${result.filesPerSecond.toFixed(result.filesPerSecond < 10 ? 1 : 0)} files/s, ${result.megabytesPerSecond.toFixed(2)} MB/s${paged}\n` +
    `nothing changed: ${(unchangedMs / 1000).toFixed(2)} s; peak memory ${result.peakMegabytes.toFixed(0)} MB\n`
  );
}
