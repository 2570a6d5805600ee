import type { EdgeKind, GraphNode } from '@quarry/graph-store';
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
  for (const { from, to, path } of edges) {
    const isTest = inTestsBy.get(from) ?? isStatedInTests({ from, path });
    inTestsBy.set(from, isTest);
    const known = isTest ? inTests : inCode;
    if (!known.has(to) && !isWithin(from, to)) known.add(to);
  }
  return { inCode, inTests, cut };
}

/** Whether the reference comes from the definition itself or from a member of it: `A.run` within `A`. */
function isWithin(from: NodeKey, to: NodeKey): boolean {
  return from === to || from.startsWith(`${to.slice(0, to.lastIndexOf('|'))}.`);
}
