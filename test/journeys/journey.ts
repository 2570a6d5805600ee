import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@quarry/embedder';
import { LOCAL_TENANT } from '@quarry/application/access';
import { openGraphStore } from '@quarry/graph-store';
import { indexRepository, loadReaders } from '@quarry/indexing';
import { openPlatform, readConfig, writeWorkspace } from '@quarry/platform';
import { openSearchIndex } from '@quarry/search-index';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import type { Turn, TurnEvent } from '@quarry/turn';
import type { CodeBase } from './code-bases';

/** The code pipeline, ended by its guard after the first pass: what one search finds. */
const ONE_PASS = `pipeline:
  name: one-pass
  extends: code
  settings:
    max_turn_loops: 0
`;

export interface Asked {
  readonly turn: Turn;
  readonly log: readonly TurnEvent['body'][];
}

/** An indexed code base with all services in this process, on the memory carrier, without a model. */
export interface Journey {
  /** Without `onePass`, the code pipeline with as many passes as it needs. */
  ask(question: string, how?: { readonly onePass: boolean }): Promise<Asked>;
  /** Lines of a file of the code base, first and last included, from 1. */
  lines(path: string, first: number, last: number): string;
  close(): Promise<void>;
}

/** Indexes, with vectors if an embedder is given, and starts the services. */
export async function startJourney(
  code: CodeBase,
  vectors?: { readonly embedder: Embedder; readonly url: string },
): Promise<Journey> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-journey-'));
  await index(code, dataDir, vectors?.embedder ?? null);
  const pipelineDir = join(dataDir, 'pipelines');
  mkdirSync(join(pipelineDir, 'one-pass'), { recursive: true });
  writeFileSync(join(pipelineDir, 'one-pass', 'pipeline.yaml'), ONE_PASS);
  const settings = { carrier: 'memory' as const, logLevel: 'silent' as const, pipelineDirs: [pipelineDir] };
  const config = readConfig({ dataDir, embedderUrl: vectors?.url ?? 'none', ...settings }, {});
  const running = await startServices({
    platform: await openPlatform(config),
    pipelines: loadAskablePipelines(config),
  });
  const { turns } = running;
  if (!turns) throw new Error('the gateway did not start');
  return {
    async ask(question, how) {
      const pipeline = how?.onePass === true ? 'one-pass' : 'code';
      const { turnId } = await turns.ask({ tenant: LOCAL_TENANT, question, pipeline, isEnglish: true });
      const log: TurnEvent['body'][] = [];
      for await (const event of await turns.watch(LOCAL_TENANT, turnId)) log.push(event.body);
      const view = await turns.view(LOCAL_TENANT, turnId);
      if (!('turn' in view)) throw new Error(`turn ${turnId} is gone`);
      return { turn: view.turn, log };
    },
    lines: (path, first, last) =>
      readFileSync(join(code.root, path), 'utf8')
        .split(/\r?\n/)
        .slice(first - 1, last)
        .join('\n'),
    async close() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function index(code: CodeBase, dataDir: string, embedder: Embedder | null): Promise<void> {
  const ref = { repository: code.name, snapshot: 'current' };
  const searchIndex = openSearchIndex(`sqlite:${join(dataDir, 'search')}`);
  const graphStore = openGraphStore(`sqlite:${join(dataDir, 'graph')}`);
  try {
    await indexRepository({
      ...(await loadReaders()),
      root: code.root,
      ref,
      searchIndex,
      graphStore,
      masker: null,
      embedder,
      cacheFile: join(dataDir, 'facts.db'),
      lockFile: join(dataDir, 'index.lock'),
    });
    await writeWorkspace(dataDir, { ...ref, root: code.root });
  } finally {
    await searchIndex.close();
    await graphStore.close();
  }
}
