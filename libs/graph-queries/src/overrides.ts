import type { LocatedEdge } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { edgesOf } from './edges-of';
import type { SnapshotGraph } from './operation';

const SUPER: readonly ['INHERITS', 'IMPLEMENTS'] = ['INHERITS', 'IMPLEMENTS'];
/** Levels of inheritance between a declaration and an override. */
const DEPTH = 4;

/** A method that implements or overrides a declared one, by the edge that defines it in its type. */
export interface Override {
  readonly declared: NodeKey;
  readonly edge: LocatedEdge;
}

/** For each of the methods among the keys, the methods of the same name in the types below its own. */
export async function overridesOf(
  reader: SnapshotGraph,
  keys: readonly NodeKey[],
): Promise<readonly Override[]> {
  const methods = keys.filter((key) => key.endsWith('|METHOD'));
  if (methods.length === 0) return [];
  const owned = await edgesOf(reader, methods, 'in', ['DEFINES']);
  const declaredIn = Map.groupBy(owned.edges, ({ from }) => from);
  const above = await ownersAbove(reader, [...declaredIn.keys()]);
  const members = await edgesOf(reader, [...above.keys()], 'out', ['DEFINES']);
  return members.edges.flatMap((edge) =>
    [...(above.get(edge.from) ?? [])].flatMap((owner) =>
      (declaredIn.get(owner) ?? [])
        .filter(({ to }) => to !== edge.to && memberName(to) === memberName(edge.to))
        .map(({ to }) => ({ declared: to, edge })),
    ),
  );
}

/** For each type that derives from one of the owners, those owners. */
async function ownersAbove(
  reader: SnapshotGraph,
  owners: readonly NodeKey[],
): Promise<ReadonlyMap<NodeKey, ReadonlySet<NodeKey>>> {
  const above = new Map<NodeKey, Set<NodeKey>>();
  let level = new Map<NodeKey, ReadonlySet<NodeKey>>(owners.map((owner) => [owner, new Set([owner])]));
  for (let depth = 0; depth < DEPTH && level.size > 0; depth++) {
    const { edges } = await edgesOf(reader, [...level.keys()], 'in', SUPER);
    const next = new Map<NodeKey, Set<NodeKey>>();
    for (const { from, to } of edges)
      for (const owner of level.get(to) ?? []) {
        const known = above.get(from) ?? new Set();
        if (known.has(owner)) continue;
        above.set(from, known.add(owner));
        next.set(from, (next.get(from) ?? new Set()).add(owner));
      }
    level = next;
  }
  return above;
}

/** Last part of the name in a method's key, without an overload mark. */
export function memberName(key: NodeKey): string {
  const name = nameInKey(key);
  return name.slice(name.lastIndexOf('.') + 1);
}
