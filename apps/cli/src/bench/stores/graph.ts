import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardGraphSnapshot, openGraphStore, type GraphStore } from '@quarry/graph-store';
import { copySnapshot, type CopyReport } from '@quarry/indexing';
import type { Terminal } from '../../terminal';
import { indexPlainly } from '../index-plainly';
import { measureGraphs, type GraphResult } from './graphs';
import type { Both } from './timed';

/** The embedded graph store compared with a server, on the graph of the same code. */
export interface GraphComparison extends GraphResult {
  /** Nodes and edges per second, copied to an empty store. */
  readonly writtenPerSecond: Both<number>;
}

export interface GraphComparisonOptions {
  readonly url: string;
  /** Folder of the code whose graph is compared. */
  readonly code: string;
  /** Name of the repository on the server, which is deleted at the end. */
  readonly scratch: string;
  readonly terminal: Terminal;
}

/** @throws Fault `store_unavailable`, `cancelled` */
export async function compareGraph({
  url,
  code,
  scratch,
  terminal,
}: GraphComparisonOptions): Promise<GraphComparison> {
  const { signal } = terminal;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const ref = { repository: scratch, snapshot: 'graph' };
  const opened: GraphStore[] = [];
  const open = (at: string): GraphStore => {
    const store = openGraphStore(at);
    opened.push(store);
    return store;
  };
  try {
    const server = open(url);
    await server.ping();
    terminal.progress(`indexing ${code} ...`);
    const urls = {
      searchIndexUrl: `sqlite:${join(folder, 'search')}`,
      graphStoreUrl: `sqlite:${join(folder, 'graph')}`,
    };
    await indexPlainly({ root: code, ref, dataDir: folder, ...urls, signal });
    const source = open(urls.graphStoreUrl);
    const embedded = open(`sqlite:${join(folder, 'copy')}`);
    const copyTo = (to: GraphStore) =>
      copySnapshot({
        ref,
        search: null,
        graph: { from: source, to },
        vectorIndex: {},
        signal,
        onProgress: ({ done, total }) => {
          terminal.progress(`copying the graph: ${done} of ${total} files`);
        },
      });
    const writtenPerSecond = {
      embedded: rateOf(await copyTo(embedded)),
      server: rateOf(await copyTo(server)),
    };
    const measured = await measureGraphs({ embedded, server }, ref, {
      signal,
      onProgress: (what) => {
        terminal.progress(what);
      },
    });
    return { ...measured, writtenPerSecond };
  } finally {
    for (const store of opened) await store.close();
    await discardGraphSnapshot(url, ref);
    await rm(folder, { recursive: true, force: true });
  }
}

function rateOf({ graph, ms }: CopyReport): number {
  return (((graph?.nodes ?? 0) + (graph?.edges ?? 0)) / ms) * 1000;
}
