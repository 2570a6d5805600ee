import { inRepository, keyInRepository, shownRepository, type SnapshotRef } from '@quarry/turn';
import type { GraphEdge, GraphNode, LocatedEdge } from '../port';

/** A node of one snapshot as the set shows it. */
export function nodeIn({ repository }: SnapshotRef, node: GraphNode): GraphNode {
  const name = shownRepository(repository);
  return {
    ...node,
    key: keyInRepository(name, node.key),
    qualifiedName: inRepository(name, node.qualifiedName),
    repository: name,
    ...(node.path === undefined ? {} : { path: inRepository(name, node.path) }),
  };
}

/** An edge of one snapshot as the set shows it. */
export function edgeIn<Edge extends GraphEdge>({ repository }: SnapshotRef, edge: Edge): Edge {
  const name = shownRepository(repository);
  return { ...edge, from: keyInRepository(name, edge.from), to: keyInRepository(name, edge.to) };
}

export function locatedIn(member: SnapshotRef, edge: LocatedEdge): LocatedEdge {
  return { ...edgeIn(member, edge), path: inRepository(shownRepository(member.repository), edge.path) };
}
