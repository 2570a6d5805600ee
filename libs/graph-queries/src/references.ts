import type { EdgeKind, GraphNode, LocatedEdge } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from './edges-of';
import { isStatedInTests } from './in-tests';
import type { SnapshotGraph } from './operation';

/** Relations by which a definition is of use to another one. */
const REFERENCES: readonly EdgeKind[] = [
  ...(['CALLS', 'USES', 'INHERITS', 'IMPLEMENTS', 'READS_FROM', 'WRITES_TO'] as const),
  ...(['EXECUTES', 'FK', 'MAPS_TO'] as const),
];

/** How definitions are referred to, apart from their own bodies. */
export interface References {
  /** Referred to by code. */
  readonly inCode: ReadonlySet<NodeKey>;
  /** Referred to by tests. */
  readonly inTests: ReadonlySet<NodeKey>;
  /** Of those that code outside of definitions in their own file refers to, and no other code: a line that does. */
  readonly byFile: ReadonlyMap<NodeKey, LocatedEdge>;
  readonly cut: boolean;
}

/** Which of the nodes are referred to, and by what. */
export async function referencesTo(reader: SnapshotGraph, nodes: readonly GraphNode[]): Promise<References> {
  const { edges, cut } = await edgesOf(
    reader,
    nodes.map(({ key }) => key),
    'in',
    REFERENCES,
    { unordered: true },
  );
  const [inCode, inTests] = [new Set<NodeKey>(), new Set<NodeKey>()];
  const inTestsBy = new Map<NodeKey, boolean>();
  const paths = new Map(nodes.map(({ key, path }) => [key, path]));
  const byFile = new Map<NodeKey, LocatedEdge>();
  const byOthers = new Set<NodeKey>();
  for (const edge of edges) {
    const { from, to, path } = edge;
    const isTest = inTestsBy.get(from) ?? isStatedInTests({ from, path });
    inTestsBy.set(from, isTest);
    const known = isTest ? inTests : inCode;
    if (!known.has(to) && !isWithin(from, to)) known.add(to);
    if (isTest || isWithin(from, to)) continue;
    if (from.endsWith('|FILE') && path === paths.get(to)) byFile.set(to, edge);
    else byOthers.add(to);
  }
  for (const key of byOthers) byFile.delete(key);
  return { inCode, inTests, byFile, cut };
}

/** Whether the reference comes from the definition itself or from a member of it: `A.run` within `A`. */
function isWithin(from: NodeKey, to: NodeKey): boolean {
  return from === to || from.startsWith(`${to.slice(0, to.lastIndexOf('|'))}.`);
}
