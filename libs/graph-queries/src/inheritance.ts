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
  const keys = members.map(({ key }) => key);
  const owners = await ownersOf(reader, keys);
  const enums = await enumsOf(reader, owners);
  const { steps } = await relatedTypes(reader, [...owners, ...enums], direction);
  const related = steps.map(({ end }) => end);
  const types = direction === 'out' ? [...enums, ...related] : related;
  const constants = direction === 'out' ? [] : await constantsOf(reader, [...owners, ...related]);
  const own = new Set(keys);
  return (await membersOf(reader, [...types, ...constants])).filter(
    ({ key, kind, name }) => kind === 'METHOD' && names.has(name) && !own.has(key),
  );
}

const DEFINES = { edgeKinds: ['DEFINES'], limit: 20_000 } as const;

async function ownersOf(reader: SnapshotGraph, keys: readonly NodeKey[]): Promise<readonly NodeKey[]> {
  if (keys.length === 0) return [];
  const { edges } = await reader.graph.edgesAt(reader.ref, keys, { direction: 'in', ...DEFINES });
  return [...new Set(edges.map(({ from }) => from))];
}

async function membersOf(reader: SnapshotGraph, owners: readonly NodeKey[]): Promise<readonly GraphNode[]> {
  if (owners.length === 0) return [];
  const { edges } = await reader.graph.edgesAt(reader.ref, owners, { direction: 'out', ...DEFINES });
  const nodes = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  return [...nodes.values()];
}

/** Constants of the enums among types of Java: each can have methods of its own, which override those of its enum. */
async function constantsOf(reader: SnapshotGraph, types: readonly NodeKey[]): Promise<readonly NodeKey[]> {
  const java = [...(await nodesBy(reader, types)).values()].filter(({ language }) => language === 'java');
  const members = await membersOf(
    reader,
    java.map(({ key }) => key),
  );
  return members.filter(isConstant).map(({ key }) => key);
}

/** The enums of the constants among owners. */
async function enumsOf(reader: SnapshotGraph, owners: readonly NodeKey[]): Promise<readonly NodeKey[]> {
  const nodes = await nodesBy(reader, owners);
  return ownersOf(
    reader,
    [...nodes.values()].filter(isConstant).map(({ key }) => key),
  );
}

function isConstant({ kind, language }: GraphNode): boolean {
  return kind === 'FIELD' && language === 'java';
}
