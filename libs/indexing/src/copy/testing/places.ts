import type { GraphFile, GraphStore } from '@quarry/graph-store';
import type { ExportedFile, IndexedFile, SearchIndex } from '@quarry/search-index';
import { copySnapshot } from '../copy-snapshot';
import type { CopyOptions, CopyReport } from '../options';
import { graphFilesOf, REF, vectorOf } from './snapshots';

/** The two stores of one location. */
export interface Place {
  readonly search: SearchIndex;
  readonly graph: GraphStore;
}

const MODEL = { id: 'test@1', dimension: 4 };

/** Writes the files; those in `without` get no vectors. */
export async function fill(
  at: Place,
  files: readonly IndexedFile[],
  without: readonly string[] = [],
): Promise<void> {
  await at.search.write(REF, { files });
  await at.search.write(REF, {
    meta: { embedder: MODEL, commit: 'c0ffee', root: '/shop', chunking: { tokens: 256, overlap: 32 } },
  });
  const embedded = files.filter(({ path }) => !without.includes(path)).flatMap(({ chunks }) => chunks);
  await at.search.setVectors(
    REF,
    embedded.map(({ contentHash }) => ({ contentHash, vector: vectorOf(contentHash) })),
  );
  await at.graph.write(REF, { files: graphFilesOf(files) });
}

/** Copies the whole snapshot from one location to another. */
export function copy(from: Place, to: Place, more: Partial<CopyOptions> = {}): Promise<CopyReport> {
  return copySnapshot({
    ref: REF,
    search: { from: from.search, to: to.search },
    graph: { from: from.graph, to: to.graph },
    vectorIndex: {},
    ...more,
  });
}

/** The complete content of the snapshot at a location. */
export async function contentOf({ search, graph }: Place): Promise<unknown> {
  const files: ExportedFile[] = [];
  for await (const file of search.export(REF)) files.push(file);
  const nodes: GraphFile[] = [];
  for await (const file of graph.export(REF)) nodes.push(file);
  const {
    updatedAt: _,
    vectorIndex: __,
    ...info
  } = (await search.describe(REF)) ?? { updatedAt: 0, vectorIndex: 0 };
  return { files, nodes, info };
}
