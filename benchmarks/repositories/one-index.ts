import type { SearchIndex } from '@quarry/search-index';
import { inRepository, shownRepository, type SnapshotRef } from '@quarry/turn';

/** The name of the index that holds everything. */
export const EVERYTHING: SnapshotRef = { repository: 'everything', snapshot: 'current' };

/** Copies the chunks and vectors of a snapshot under another name; with `folder`, below that folder. */
export async function copyInto(
  from: SearchIndex,
  ref: SnapshotRef,
  to: SearchIndex,
  target: SnapshotRef,
  folder: boolean,
): Promise<void> {
  const info = await from.describe(ref);
  if (!info) throw new Error(`There is no index of ${ref.repository}.`);
  const name = shownRepository(ref.repository);
  const named = (text: string): string => (folder ? inRepository(name, text) : text);
  await to.write(target, { meta: { embedder: info.embedder } });
  for await (const { vectors, ...file } of from.export(ref)) {
    const chunks = file.chunks.map((chunk) => ({ ...chunk, id: named(chunk.id), path: named(chunk.path) }));
    await to.write(target, { files: [{ path: named(file.path), hash: file.hash, chunks }] });
    await to.setVectors(
      target,
      [...vectors].map(([contentHash, vector]) => ({ contentHash, vector })),
    );
  }
  await to.write(target, { meta: { bm25: true } });
}
