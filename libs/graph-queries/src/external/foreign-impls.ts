import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import type { Relation, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { MAX_TEXT } from '../places';
import { nodesBy } from '../relations';
import { lineOfDefinition } from '../visibility';

const NOTE = 'an impl for a type outside of the index';

/**
 * Implementations of a trait of Rust for types that the index does not define, which a file states: `impl Sink for
 * Box<S>`, `impl<S: Sink> Sink for &mut S`. Each by the line of its `impl`, or by its first member where the graph has
 * only the line of another one in the same file.
 */
export async function foreignImpls(
  reader: SnapshotGraph,
  stated: readonly Relation[],
  traits: readonly GraphNode[],
): Promise<readonly Relation[]> {
  if (stated.length === 0) return [];
  const members = await membersOf(
    reader,
    traits.map(({ key }) => key),
  );
  const names = new Set(members.map(({ name }) => name));
  const found: Relation[] = [];
  for (const relation of stated) {
    const own = (await membersOf(reader, [relation.key]))
      .filter(({ kind, name }) => (kind === 'METHOD' || kind === 'FUNCTION') && names.has(name))
      .toSorted((a, b) => (a.startLine ?? 0) - (b.startLine ?? 0));
    const groups = [...Map.groupBy(own, ({ qualifiedName }) => ownerOf(qualifiedName)).values()];
    const line = relation.place?.line ?? 0;
    const nearest = groups.find(([first]) => (first?.startLine ?? 0) > line);
    if (!nearest) found.push({ ...relation, note: NOTE });
    for (const group of groups) found.push(...ofGroup(group, relation, group === nearest));
  }
  return found;
}

function ofGroup([first]: readonly GraphNode[], relation: Relation, hasLine: boolean): readonly Relation[] {
  const { place } = relation;
  if (!first || !place) return [];
  const line = lineOfDefinition(first) ?? place.line;
  const text = first.signature?.split('\n')[0]?.trim().slice(0, MAX_TEXT);
  const owner = first.kind === 'METHOD' ? ownerOf(first.qualifiedName).split('.').at(-1) : undefined;
  return [
    {
      ...relation,
      key: first.key,
      name: first.qualifiedName,
      node: first,
      place: hasLine ? place : { path: place.path, line, ...(text === undefined ? {} : { text }) },
      note: owner === undefined ? 'an impl for a reference or a type parameter' : `an impl for ${owner}`,
    },
  ];
}

async function membersOf(reader: SnapshotGraph, owners: readonly NodeKey[]): Promise<readonly GraphNode[]> {
  const { edges } = await edgesOf(reader, owners, 'out', ['DEFINES']);
  const nodes = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  return [...nodes.values()];
}
