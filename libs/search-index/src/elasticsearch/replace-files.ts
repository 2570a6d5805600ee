import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@quarry/turn';
import type { IndexedFile } from '../port';
import { bulk } from './bulk';
import type { Operation, Revision } from './bulk-requests';
import { chunkDocument, chunkId, entryDocument, fileDocument, treeDocument } from './documents';
import { documentId } from './names';
import type { Snapshot } from './snapshot';
import { readStored, type FileChange, type Stored } from './stored-files';

/** Retries if another client writes the same file. */
const ATTEMPTS = 20;

/**
 * Replaces files. The server has no transactions, so a file is replaced in three steps. First its entry is marked as
 * incomplete: its hash is empty, and it lists the ids of all documents that may be its chunks. Then its chunks and its
 * section tree are replaced. Then the entry is completed. If this is interrupted at any point, the manifest never
 * claims a file that is incomplete, and the next write of the file finds all its leftovers. Two writers of one file
 * detect each other by the entry's revision; the later one retries and wins. Nothing is visible before the next
 * refresh.
 * @param vectors whether the snapshot has any
 * @returns whether content was removed, so that vectors may be unused
 * @throws Fault `internal` for a chunk id of another file, before anything is changed, and the faults of `bulk`
 */
export async function replaceFiles(
  snapshot: Snapshot,
  changes: readonly FileChange[],
  vectors: boolean,
): Promise<boolean> {
  let left = changes;
  let loosened = false;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt >= ATTEMPTS) throw snapshot.busy();
    if (attempt > 0) await sleep(Math.random() * 50 * attempt);
    const stored = await readStored(snapshot, left, vectors);
    checkOwners(left, stored);
    const round = await replaceOnce(snapshot, left, stored);
    loosened ||= round.loosened;
    left = round.overtaken;
  }
  return loosened;
}

/** @returns the changes that conflicted with another writer */
async function replaceOnce(
  snapshot: Snapshot,
  all: readonly FileChange[],
  stored: Stored,
): Promise<{ readonly overtaken: readonly FileChange[]; readonly loosened: boolean }> {
  // Removing a file that does not exist is a no-op.
  const changes = all.filter(({ path, file }) => file !== null || stored.entries.get(path)?.entry);
  const marked = await bulk(
    snapshot,
    changes.map((change) => mark(change, stored)),
  );
  const claimed = changes.flatMap((change, i) => {
    const outcome = marked[i];
    return outcome?.kind === 'done' ? [{ change, revision: outcome.revision }] : [];
  });
  const wanted = new Set(claimed.flatMap(({ change }) => chunkIds(change)));
  const gone = claimed.flatMap(({ change }) =>
    (stored.entries.get(change.path)?.entry?.chunks ?? []).filter((id) => !wanted.has(id)),
  );
  const goneTrees = claimed.flatMap(({ change: { path, file } }) =>
    !file?.sections && stored.entries.get(path)?.entry?.sections_length !== undefined
      ? [documentId('tree', path)]
      : [],
  );
  await bulk(snapshot, [
    ...[...gone, ...goneTrees].map((id): Operation => ({ kind: 'delete', id })),
    ...claimed.flatMap(({ change }) => puts(change, stored)),
  ]);
  const completed = await bulk(
    snapshot,
    claimed.map(({ change, revision }) => complete(change, revision)),
  );
  const done = new Set(claimed.flatMap(({ change }, i) => (completed[i]?.kind === 'done' ? [change] : [])));
  return {
    overtaken: changes.filter((change) => !done.has(change)),
    loosened: gone.length > 0 || stored.owners.size > 0,
  };
}

function mark({ path, file }: FileChange, { entries }: Stored): Operation {
  const before = entries.get(path);
  const chunks = new Set([...(before?.entry?.chunks ?? []), ...chunkIds({ path, file })]);
  const hasTree = file?.sections !== undefined || before?.entry?.sections_length !== undefined;
  return {
    kind: 'put',
    document: entryDocument({
      kind: 'file',
      file: path,
      hash: '',
      chunks: [...chunks],
      count: file?.chunks.length ?? 0,
      ...(hasTree ? { sections_length: 0 } : {}),
    }),
    after: before?.entry ? { seqNo: before.seqNo, primaryTerm: before.primaryTerm } : null,
  };
}

function puts({ file }: FileChange, { vectors }: Stored): Operation[] {
  const trees = file?.sections ? [treeDocument(file.path, file.sections)] : [];
  const chunks = (file?.chunks ?? []).map((chunk, ordinal) => {
    const vector = vectors.get(chunk.contentHash) ?? null;
    return chunkDocument(chunk, { file: file?.path ?? chunk.path, ordinal, vector });
  });
  return [...trees, ...chunks].map((document) => ({ kind: 'put', document }));
}

function complete({ path, file }: FileChange, after: Revision): Operation {
  return file
    ? {
        kind: 'put',
        document: fileDocument(file, chunkIds({ path, file }), file.chunks.length),
        after,
      }
    : { kind: 'delete', id: documentId('file', path), after };
}

function chunkIds({ file }: FileChange): string[] {
  return (file?.chunks ?? []).map(chunkId);
}

function checkOwners(changes: readonly FileChange[], { owners }: Stored): void {
  const replaced = new Set(changes.map(({ path }) => path));
  for (const { path, file } of changes)
    for (const chunk of file?.chunks ?? []) {
      const owner = owners.get(chunkId(chunk));
      if (owner !== undefined && owner !== path && !replaced.has(owner)) throw takenId(chunk.id, path, owner);
    }
}

/** @throws Fault `internal` if two of these chunks have the same id */
export function checkIds(files: readonly IndexedFile[]): void {
  const seen = new Map<string, string>();
  for (const { path, chunks } of files)
    for (const { id } of chunks) {
      const owner = seen.get(id);
      if (owner !== undefined) throw takenId(id, path, owner);
      seen.set(id, path);
    }
}

function takenId(id: string, path: string, owner: string): Fault {
  return new Fault(
    'internal',
    `Chunk id "${id}" of ${path} already belongs to a chunk of ${owner}. Chunk ids must be unique in a snapshot.`,
  );
}
