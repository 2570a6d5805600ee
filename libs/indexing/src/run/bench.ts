import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore } from '@quarry/graph-store';
import { openMasker } from '@quarry/secrets';
import { openSearchIndex } from '@quarry/search-index';
import { indexRepository } from './index-repository';
import type { IndexOptions, IndexReport } from './options';

export interface BenchOptions extends Pick<IndexOptions, 'extractFor' | 'link' | 'onProgress' | 'signal'> {
  /** Number of runs from scratch, ≥ 1; 3 by default. */
  readonly runs?: number;
  /** None by default: measures files, chunks and graph, not the model. */
  readonly embedder?: IndexOptions['embedder'];
}

export interface BenchResult {
  readonly runs: number;
  readonly files: number;
  readonly chunks: number;
  readonly nodes: number;
  readonly edges: number;
  readonly bytes: number;
  /** Medians of the runs from scratch. */
  readonly ms: number;
  readonly filesPerSecond: number;
  /** Millions of bytes. */
  readonly megabytesPerSecond: number;
  /** Of documents with pages; 0 without such documents. */
  readonly pages: number;
  readonly pagesPerSecond: number;
  /** Files that are not in the index. */
  readonly skipped: number;
  /** Duration of a further run without changes. */
  readonly unchangedMs: number;
  /** Largest resident memory of this process so far, in millions of bytes. */
  readonly peakMegabytes: number;
}

/** Measures indexing of a folder into embedded stores in a temporary folder, which is deleted afterwards. */
export async function benchIndex(root: string, options: BenchOptions): Promise<BenchResult> {
  const runs = Math.max(1, options.runs ?? 3);
  const reports: IndexReport[] = [];
  let unchanged = 0;
  for (let i = 0; i < runs; i++) {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
    const searchIndex = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    const graphStore = openGraphStore(`sqlite:${join(folder, 'graph')}`);
    const masker = await openMasker({ dataDir: folder, repository: 'bench', root });
    const run = (): Promise<IndexReport> =>
      indexRepository({
        ...options,
        embedder: options.embedder ?? null,
        masker,
        root,
        searchIndex,
        graphStore,
        ref: { repository: 'bench', snapshot: 'bench' },
        cacheFile: join(folder, 'facts.db'),
        lockFile: join(folder, 'index.lock'),
      });
    try {
      reports.push(await run());
      if (i === runs - 1) unchanged = (await run()).ms;
    } finally {
      await searchIndex.close();
      await graphStore.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  const [first] = reports;
  const { files = 0, chunks = 0, nodes = 0, edges = 0, bytes = 0, pages = 0, skipped = [] } = first ?? {};
  const ms = median(reports.map((report) => report.ms));
  return {
    runs,
    files,
    chunks,
    nodes,
    edges,
    bytes,
    ms,
    filesPerSecond: (files / ms) * 1000,
    megabytesPerSecond: bytes / 1e6 / (ms / 1000),
    pages,
    pagesPerSecond: (pages / ms) * 1000,
    skipped: skipped.length,
    unchangedMs: unchanged,
    peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
