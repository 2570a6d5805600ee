import type { GraphNode } from '@quarry/graph-store';
import type { SnapshotGraph, Subject } from './operation';
import { reach } from './reach';
import { nodesBy } from './relations';

/** Definitions within definitions of a file that are read: deeper ones are local. */
const DEPTH = 4;
const MAX_NODES = 5_000;

/**
 * The subjects; a file with everything that it defines. What uses a file uses that: an import of it is the least.
 */
export async function withDefinitions(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
): Promise<readonly Subject[]> {
  return Promise.all(
    subjects.map(async (subject) => {
      const files = subject.nodes.filter(({ kind }) => kind === 'FILE').map(({ key }) => key);
      if (files.length === 0) return subject;
      const options = {
        direction: 'out',
        edgeKinds: ['DEFINES'],
        depth: DEPTH,
        maxNodes: MAX_NODES,
      } as const;
      const { steps } = await reach(reader, files, options);
      const defined = await nodesBy(
        reader,
        steps.map(({ end }) => end),
      );
      return { ...subject, nodes: [...subject.nodes, ...defined.values()] };
    }),
  );
}

/** The paths of the files among the nodes. */
export function filesAmong(nodes: readonly GraphNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ kind, path }) => (kind === 'FILE' && path !== undefined ? [path] : [])));
}
