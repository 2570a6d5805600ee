import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { SnapshotGraph } from './operation';
import { reach } from './reach';
import { nodesBy } from './relations';

const SUPER: readonly ['INHERITS', 'IMPLEMENTS'] = ['INHERITS', 'IMPLEMENTS'];
/** Bounds of a search along inheritance. */
const LIMITS = { depth: 8, maxNodes: 2_000 } as const;

/** Types that derive from the given ones (`in`), or that they derive from (`out`), at any depth. */
export async function relatedTypes(
  reader: SnapshotGraph,
  types: readonly NodeKey[],
  direction: 'in' | 'out',
): ReturnType<typeof reach> {
  return reach(reader, types, { direction, edgeKinds: SUPER, ...LIMITS });
}

/**
 * Members of the same name in the types above (`out`) or below (`in`) the owners of methods: what an interface declares,
 * or what overrides a method.
 */
export async function counterparts(
  reader: SnapshotGraph,
  methods: readonly GraphNode[],
  direction: 'in' | 'out',
): Promise<readonly GraphNode[]> {
  const members = methods.filter(({ kind }) => kind === 'METHOD');
  if (members.length === 0) return [];
  const names = new Set(members.map(({ name }) => name));
  const { graph, ref } = reader;
  const defines = { edgeKinds: ['DEFINES'], limit: 20_000 } as const;
  const keys = members.map(({ key }) => key);
  const owners = await graph.edgesAt(ref, keys, { direction: 'in', ...defines });
  const { steps } = await relatedTypes(
    reader,
    owners.edges.map(({ from }) => from),
    direction,
  );
  if (steps.length === 0) return [];
  const types = steps.map(({ end }) => end);
  const inside = await graph.edgesAt(ref, types, { direction: 'out', ...defines });
  const own = new Set(keys);
  const nodes = await nodesBy(
    reader,
    inside.edges.map(({ to }) => to),
  );
  return [...nodes.values()].filter(
    ({ key, kind, name }) => kind === 'METHOD' && names.has(name) && !own.has(key),
  );
}
