import { createHash } from 'node:crypto';
import type { GraphFile, GraphReader, GraphStore } from '@quarry/graph-store';
import type { NodeKey, SnapshotRef } from '@quarry/turn';

type Choice = (path: string) => boolean;

/** The entries of a manifest that are chosen. */
export function chosenPaths(
  manifest: ReadonlyMap<string, string>,
  only?: Choice,
): ReadonlyMap<string, string> {
  return only ? new Map([...manifest].filter(([path]) => only(path))) : manifest;
}

/** The files that are chosen. */
export async function* chosenFiles<File extends { readonly path: string }>(
  files: AsyncIterable<File>,
  only?: Choice,
): AsyncIterable<File> {
  for await (const file of files) if (only?.(file.path) ?? true) yield file;
}

/**
 * The graph of the chosen files alone: without edges to what only other files define, and without inferred edges, which
 * values that pass through other files can explain.
 */
export async function* chosenGraph(
  from: Pick<GraphStore, 'export' | 'manifest'> & Pick<GraphReader, 'nodes'>,
  ref: SnapshotRef,
  only: Choice,
): AsyncIterable<GraphFile> {
  const left = [...(await from.manifest(ref)).keys()].filter((path) => !only(path));
  if (left.length === 0) {
    yield* from.export(ref);
    return;
  }
  const [own, foreign] = [new Set<NodeKey>(), new Set<NodeKey>()];
  for await (const { path, nodes } of from.export(ref))
    for (const { key } of nodes) (only(path) ? own : foreign).add(key);
  for await (const file of from.export(ref)) {
    if (!only(file.path)) continue;
    const edges = file.edges.filter(
      ({ from: start, to, confidence }) =>
        confidence === undefined &&
        [start, to].every((key) => own.has(key) || !foreign.has(key) || isShared(key)),
    );
    const digest = createHash('sha256')
      .update(JSON.stringify([file.digest, edges]))
      .digest('hex');
    yield { ...file, edges, digest };
  }
}

/** A name that files share, such as that of a package: an edge to it says nothing of the other files that state it. */
function isShared(key: NodeKey): boolean {
  return /^(?:package|config):/.test(key);
}
