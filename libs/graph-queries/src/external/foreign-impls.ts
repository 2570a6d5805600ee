import type { GraphNode } from '@quarry/graph-store';
import { shortNameInKey, type NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import type { Relation, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { MAX_TEXT } from '../places';
import { nodesBy } from '../relations';
import { lineOfDefinition } from '../visibility';

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
    if (!nearest) found.push(named(relation, 'a type outside of the index'));
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
  const whole = named(relation, owner ?? 'a reference or a type parameter');
  if (hasLine) return [whole];
  return [{ ...whole, place: { path: place.path, line, ...(text === undefined ? {} : { text }) } }];
}

/** The relation with the name that its `impl` has in the code: `impl Sink for Box`. */
function named(relation: Relation, type: string): Relation {
  const name = `impl ${shortNameInKey(relation.edge.to)} for ${type}`;
  return { ...relation, key: `rust:${name}|TYPE`, name, node: null };
}

async function membersOf(reader: SnapshotGraph, owners: readonly NodeKey[]): Promise<readonly GraphNode[]> {
  const { edges } = await edgesOf(reader, owners, 'out', ['DEFINES']);
  const nodes = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  return [...nodes.values()];
}
