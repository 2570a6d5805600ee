import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import { counted, limited } from '../found';
import { counterparts, relatedTypes } from '../inheritance';
import type { GraphOperation, Relation, SnapshotGraph } from '../operation';
import { lineOf } from '../places';
import { anonymousClasses } from '../external/anonymous-classes';
import { externalImplementations } from '../external/external-implementations';
import { goContractNote } from '../external/go-contract';
import { foreignImpls } from '../external/foreign-impls';
import { statedBases } from '../external/stated-bases';
import { ownerOf } from '../owners';
import { inOrder, nodesBy, relationsOf, type Step } from '../relations';
import { lineOfDefinition } from '../visibility';
import { withoutDeclared } from '../without-declared';

/** Types that implement or extend a type, at any depth; for a method, the methods that implement or override it. */
export const implementations: GraphOperation = {
  name: 'implementations',
  summary: 'what implements, extends or overrides NAME',
  names: 1,
  subjects: ['TYPE', 'METHOD'],
  questions: [
    '(?:who|what|{which}) (?:implements?|extends?|inherits?(?: from)?|subclass(?:es)?|derives? from|overrides?) {X}',
    '(?:known )?(?:implementations?|implementers|implementors|subclasses|subtypes|descendants|derived (?:classes|types)|overrides) of {X}',
  ],
  literal: externalImplementations,
  heading: ([subject = ''], all) => `${counted(all, 'implementation')} of ${subject}`,
  run: async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const types = nodes.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
    const below = await relatedTypes(reader, types, 'in');
    // One by one: a definition that overrides another one of the same name is a result as well.
    const overriding = new Map<NodeKey, GraphNode>();
    for (const node of nodes)
      for (const other of await counterparts(reader, [node], 'in')) overriding.set(other.key, other);
    const { edges } = await reader.graph.edgesAt(reader.ref, [...overriding.keys()], {
      direction: 'in',
      edgeKinds: ['DEFINES'],
      limit: 20_000,
    });
    const methods = edges
      .filter(({ from }) => !from.endsWith('|FILE'))
      .map((edge): Step => {
        const node = overriding.get(edge.to);
        // Annotations and comments come before the line that names the method.
        const line = node ? lineOfDefinition(node) : undefined;
        return { edge: line === undefined ? edge : { ...edge, line }, end: edge.to, depth: 1 };
      });
    const named = withoutDeclared(await relationsOf(reader, [...below.steps, ...methods]));
    const { declared } = named;
    const unnamed = await withoutName(reader, nodes);
    const ofTypes = named.relations.filter((relation) => !isOfFile(relation));
    const foreign = await foreignImpls(reader, named.relations.filter(isOfFile), nodes, ofTypes);
    const relations = [...ofTypes, ...foreign, ...unnamed].toSorted(inOrder);
    const direct = limited(relations, below.cut, limits);
    const [first] = nodes.filter(({ kind }) => kind === 'TYPE');
    const hasLambdas = first !== undefined && (await isFunctional(reader, first));
    const contract = first && (await goContractNote(reader, first, direct.total));
    const notes = [
      ...(declared === 0 ? [] : [`${declared} of them also declared in declaration files`]),
      ...(first && isProtocol(first) ? [BY_MEMBERS] : []),
      ...(hasLambdas ? ['it has one method, and a lambda in its place is not listed'] : []),
      ...(contract === undefined ? [] : [contract]),
    ];
    const all = {
      ...direct,
      relations: await withMemberTexts(reader, direct.relations),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    };
    if (all.total > 0 || !first) return all;
    const { limits: _limits, ...stated } = await statedBases(reader, first.name, limits);
    return stated.total > 0 ? { ...stated, note: 'by the name that their own lines state' } : all;
  },
};

/** Classes of Java without a name that extend or implement the types, or that override the methods. */
async function withoutName(reader: SnapshotGraph, nodes: readonly GraphNode[]): Promise<readonly Relation[]> {
  const found: Relation[] = [];
  for (const { language, kind, name, qualifiedName } of nodes) {
    const owner = ownerOf(qualifiedName).split('.').at(-1) ?? '';
    if (language !== 'java' || (kind === 'METHOD' && owner === name)) continue;
    const { relations } =
      kind === 'TYPE' ? await anonymousClasses(reader, name) : await anonymousClasses(reader, owner, name);
    found.push(...relations);
  }
  // Overloads have the same owner.
  const placeOfOne = ({ place }: Relation): string => `${place?.path ?? ''}:${place?.line ?? ''}`;
  return [...new Map(found.map((one) => [placeOfOne(one), one])).values()];
}

/** Whether a file states a relation: an `impl` of Rust for a type that the index does not define. */
function isOfFile({ key }: Relation): boolean {
  return key.endsWith('|FILE') || key.endsWith('|MODULE');
}

/** Whether a lambda can stand in the place of a type: an interface of Java with one method that has no body. */
async function isFunctional(
  reader: SnapshotGraph,
  { key, language, signature = '' }: GraphNode,
): Promise<boolean> {
  if (language !== 'java' || !/\binterface\b/.test(signature)) return false;
  const { edges } = await edgesOf(reader, [key], 'out', ['DEFINES']);
  const members = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  const methods = [...members.values()].filter(
    (one) => one.kind === 'METHOD' && !/\b(?:default|static|private)\b/.test(one.signature ?? ''),
  );
  return methods.length === 1;
}

const BY_MEMBERS = 'it is a protocol, which classes with its members implement without naming it';

/** True for a protocol of Python: what implements it need not say so. */
function isProtocol({ language, signature = '' }: GraphNode): boolean {
  return language === 'python' && /^class\s+\w+\s*\([^)]{0,200}\bProtocol\b/.test(signature);
}

/** The text of a line that a member of a type has: a method by which a type of Go implements an interface. */
async function withMemberTexts(
  reader: SnapshotGraph,
  relations: readonly Relation[],
): Promise<readonly Relation[]> {
  const lacking = relations.filter(({ place }) => place && place.text === undefined).map(({ key }) => key);
  if (lacking.length === 0) return relations;
  const { edges } = await edgesOf(reader, lacking, 'out', ['DEFINES']);
  const members = await nodesBy(
    reader,
    edges.map(({ to }) => to),
  );
  const byPath = Map.groupBy(members.values(), ({ path = '' }) => path);
  return relations.map((relation) => {
    const { place } = relation;
    if (!place || place.text !== undefined) return relation;
    const { line } = place;
    const member = byPath
      .get(place.path)
      ?.find(({ startLine = Infinity, endLine = 0 }) => startLine <= line && line <= endLine);
    const text = member && lineOf(member, line);
    return text === undefined ? relation : { ...relation, place: { ...place, text } };
  });
}
