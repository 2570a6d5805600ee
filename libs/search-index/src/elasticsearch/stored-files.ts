import type { estypes } from '@elastic/elasticsearch';
import type { Revision } from './bulk-requests';
import { chunkId, vectorOf, type FileEntry } from './documents';
import { documentId } from './names';
import type { IndexedFile } from '../port';
import type { Snapshot } from './snapshot';

/** The file that replaces the stored one of that path; null: the stored one is deleted. */
export interface FileChange {
  readonly path: string;
  readonly file: IndexedFile | null;
}

interface Entry extends Revision {
  /** Null: not stored yet. */
  readonly entry: FileEntry | null;
}

/** The stored documents that a change affects. */
export interface Stored {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Chunk's document → the file that it belongs to. */
  readonly owners: ReadonlyMap<string, string>;
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/**
 * Reads the stored entries of these files, and checks for documents with their chunks' ids and for vectors of their
 * content.
 */
export async function readStored(
  snapshot: Snapshot,
  changes: readonly FileChange[],
  withVectors: boolean,
): Promise<Stored> {
  const chunks = changes.flatMap(({ file }) => file?.chunks ?? []);
  const contents = new Map(
    withVectors ? chunks.map(({ contentHash }) => [documentId('vector', contentHash), contentHash]) : [],
  );
  const paths = new Map(changes.map(({ path }) => [documentId('file', path), path]));
  const docs: estypes.MgetOperation[] = [
    ...[...paths.keys()].map((_id) => ({ _id })),
    ...[...new Set(chunks.map(chunkId))].map((_id) => ({ _id, _source: ['file'] })),
    ...[...contents.keys()].map((_id) => ({ _id, _source: ['floats'] })),
  ];
  const entries = new Map<string, Entry>();
  const owners = new Map<string, string>();
  const vectors = new Map<string, Float32Array>();
  for (const found of await readDocuments(snapshot, docs)) {
    const source = found._source;
    if (!found.found || !source) continue;
    const path = paths.get(found._id);
    const content = contents.get(found._id);
    if (path !== undefined)
      entries.set(path, {
        entry: source as unknown as FileEntry,
        seqNo: found._seq_no ?? -1,
        primaryTerm: found._primary_term ?? 0,
      });
    else if (content !== undefined) vectors.set(content, vectorOf(String(source['floats'])));
    else owners.set(found._id, String(source['file']));
  }
  return { entries, owners, vectors };
}

async function readDocuments(
  snapshot: Snapshot,
  docs: estypes.MgetOperation[],
): Promise<estypes.GetGetResult<Record<string, unknown>>[]> {
  if (docs.length === 0) return [];
  const response = await snapshot.call((client, index) =>
    client.mget<Record<string, unknown>>({ index, docs }),
  );
  return response.docs.map((found) => {
    if ('error' in found) throw snapshot.missing(found.error);
    return found;
  });
}
