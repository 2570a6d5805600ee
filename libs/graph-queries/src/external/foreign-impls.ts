import type { GraphNode } from '@quarry/graph-store';
import { shortNameInKey, type NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import type { Relation, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { MAX_TEXT } from '../places';
import { nodesBy } from '../relations';
import { implHeads } from './impl-heads';
import { lineOfDefinition } from '../visibility';

/**
 * Implementations of a trait of Rust for types that the index does not define, which a file states: `impl Sink for
 * Box<S>`, `impl<S: Sink> Sink for &mut S`. Each by the line of its `impl`; in an index of an earlier version, which has
 * one such line of a file, the others by their first members.
 * @param ofTypes the implementations for types that the index defines
 */
export async function foreignImpls(
  reader: SnapshotGraph,
  stated: readonly Relation[],
  traits: readonly GraphNode[],
  ofTypes: readonly Relation[],
): Promise<readonly Relation[]> {
  if (stated.length === 0) return [];
  const [name] = traits.map((trait) => trait.name);
  const heads = await implHeads(reader, traits);
  const known = new Set(ofTypes.map(({ place }) => `${place?.path ?? ''}:${place?.line ?? ''}`));
  const byHeads = stated.map((relation) =>
    (heads.get(relation.place?.path ?? '') ?? [])
      .filter(({ trait, path, line }) => trait === name && !known.has(`${path}:${line}`))
      .map(({ path, line, text, type }) => ({ ...named(relation, type), place: { path, line, text } })),
  );
  const [own, without] = [byHeads.flat(), stated.filter((_, at) => byHeads[at]?.length === 0)];
  return [...own, ...(await byMembers(reader, without, traits))];
}

async function byMembers(
  reader: SnapshotGraph,
  stated: readonly Relation[],
  traits: readonly GraphNode[],
): Promise<readonly Relation[]> {
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
