import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatform, type QuarryConfig } from '@quarry/platform';
import type { SearchIndex } from '@quarry/search-index';
import { loadAskablePipelines, startServices } from '@quarry/solo';

/** The JSON that a retriever process prints to stdout when it exits. */
export interface RetrieverCount {
  /** Calls of the search index. */
  readonly searches: number;
}

/** Line on stderr of a process that is ready to take hops. */
export const RETRIEVER_UP = 'retriever up';

/**
 * Runs a retriever like `quarry serve retriever`, but adds `delayMs` to each call of the search index. This simulates a
 * remote, busy search server without its CPU load. Ends when the signal fires.
 */
export async function serveSlowRetriever(
  config: QuarryConfig,
  delayMs: number,
  { signal, up }: { readonly signal: AbortSignal; readonly up: () => void },
): Promise<RetrieverCount> {
  const platform = await openPlatform(config);
  const searchIndex = new SlowSearchIndex(platform.searchIndex, delayMs);
  const running = await startServices({
    platform: { ...platform, searchIndex },
    pipelines: loadAskablePipelines(config),
    services: ['retriever'],
  });
  up();
  if (!signal.aborted) await once(signal, 'abort');
  await running.close();
  return { searches: searchIndex.searches };
}

class SlowSearchIndex implements SearchIndex {
  searches = 0;

  private readonly index: SearchIndex;
  private readonly delayMs: number;

  constructor(index: SearchIndex, delayMs: number) {
    this.index = index;
    this.delayMs = delayMs;
  }

  async search(...args: Parameters<SearchIndex['search']>): ReturnType<SearchIndex['search']> {
    this.searches++;
    await sleep(this.delayMs);
    return this.index.search(...args);
  }

  async searchAcross(
    ...args: Parameters<SearchIndex['searchAcross']>
  ): ReturnType<SearchIndex['searchAcross']> {
    this.searches++;
    await sleep(this.delayMs);
    return this.index.searchAcross(...args);
  }

  readonly termCounts: SearchIndex['termCounts'] = (refs, text) => this.index.termCounts(refs, text);
  readonly ping: SearchIndex['ping'] = () => this.index.ping();
  readonly describe: SearchIndex['describe'] = (ref) => this.index.describe(ref);
  readonly imprint: SearchIndex['imprint'] = (ref) => this.index.imprint(ref);
  readonly manifest: SearchIndex['manifest'] = (ref) => this.index.manifest(ref);
  readonly write: SearchIndex['write'] = (ref, change) => this.index.write(ref, change);
  readonly pendingVectors: SearchIndex['pendingVectors'] = (ref, limit) =>
    this.index.pendingVectors(ref, limit);
  readonly setVectors: SearchIndex['setVectors'] = (ref, vectors) => this.index.setVectors(ref, vectors);
  readonly sections: SearchIndex['sections'] = (ref, wanted) => this.index.sections(ref, wanted);
  readonly export: SearchIndex['export'] = (ref) => this.index.export(ref);
  readonly close: SearchIndex['close'] = () => this.index.close();
}
