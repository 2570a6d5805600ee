import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { constructionOf, constructions } from '../constructions';
import { edgesOf } from '../edges-of';
import { limited } from '../found';
import { relatedTypes } from '../inheritance';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from '../operation';
import { lastPart } from '../owners';
import { lineOf } from '../places';
import { inOrder, nodesBy, relationsOf } from '../relations';
import { scan } from '../scan';
import { errorParts, throwLines } from './throw-lines';

/** A shorter name stands in too many texts. */
const MIN_LENGTH = 3;

/** Functions that raise an error of this name, each by the lines that do, code before tests. */
export async function throwersNamed(
  reader: SnapshotGraph,
  error: string,
  limits: QueryLimits,
): Promise<Relations> {
  const name = lastPart(error);
  if (name.length < MIN_LENGTH) return { relations: [], total: 0 };
  const { nodes, cut } = await scan(reader, ['FUNCTION', 'METHOD'], { containing: name, tests: true });
  const throwing = nodes.flatMap((node) => thrower(node, name) ?? []);
  return limited(innermostOf(throwing).toSorted(inOrder), cut, limits);
}

/**
 * Functions that raise an error of the index, or one that derives from it. Where another type bears its name, only
 * those that refer to this one.
 */
export async function throwersOf(
  reader: SnapshotGraph,
  errors: readonly GraphNode[],
  limits: QueryLimits,
): Promise<Relations> {
  const all = { ...limits, limit: Infinity };
  const below = await relatedTypes(
    reader,
    errors.map(({ key }) => key),
    'in',
  );
  const derived = await nodesBy(
    reader,
    below.steps.map(({ end }) => end),
  );
  const relations = new Map<string, Relation>();
  let cut = below.cut;
  for (const error of [...errors, ...derived.values()]) {
    const found = await throwersNamed(reader, error.name, all);
    cut ||= found.atLeast === true;
    const meant = await referringTo(reader, error, found.relations);
    for (const relation of meant) {
      const isDerived = derived.has(error.key);
      const about = isDerived ? { depth: 2, through: error.qualifiedName } : {};
      const edge = { ...relation.edge, to: error.key };
      const id = `${relation.key} ${relation.place?.line ?? ''}`;
      if (!relations.has(id)) relations.set(id, { ...relation, ...about, edge, target: error.qualifiedName });
    }
  }
  const created = await creatorsOf(reader, errors, new Set([...relations.values()].map(({ key }) => key)));
  return limited([...[...relations.values()].toSorted(inOrder), ...created], cut, limits);
}

/** What creates an error in a line that does not raise it: the function that raises it may be another one. */
async function creatorsOf(
  reader: SnapshotGraph,
  errors: readonly GraphNode[],
  known: ReadonlySet<NodeKey>,
): Promise<readonly Relation[]> {
  const types = errors.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
  const { steps } = await constructions(reader, types);
  const others = steps.filter(({ end }) => !known.has(end));
  const related = await relationsOf(reader, others);
  return related.map((one) => ({ ...one, note: isUnread(one) ? MAY_CREATE : CREATES }));
}

/** Outside of a definition, a use may be one as a type (`err: Error | HttpError`), and not every line is in the graph. */
function isUnread({ edge, place, target }: Relation): boolean {
  return edge.from.endsWith('|FILE') && !constructionOf(lastPart(target))(place?.text ?? '');
}

/** What is said of such a use. */
export const MAY_CREATE = 'may create it';
/** What is said of a function that creates an error and does not raise it in the same line. */
export const CREATES = 'creates it';

/** The throwers that refer to this error, if the index has another one of its name; else all. */
async function referringTo(
  reader: SnapshotGraph,
  error: GraphNode,
  throwers: readonly Relation[],
): Promise<readonly Relation[]> {
  const { graph, ref } = reader;
  const [found = []] = await graph.lookup(ref, [error.name], 50);
  const same = found.filter(
    ({ match, name, kind, key }) =>
      match === 'exact' && name === error.name && kind === error.kind && key !== error.key,
  );
  if (same.length === 0) return throwers;
  const members = await edgesOf(reader, [error.key], 'out', ['DEFINES']);
  const keys = [error.key, ...members.edges.map(({ to }) => to)];
  const { edges } = await edgesOf(reader, keys, 'in', ['USES', 'CALLS']);
  const users = new Set(edges.map(({ from }) => from));
  return throwers.filter(({ key }) => users.has(key));
}

function thrower(node: GraphNode, name: string): Relation | undefined {
  const own = throwLines(node).filter(({ error }) => errorParts(error).includes(name));
  const [first, ...further] = own.map(({ at }) => (node.startLine ?? 1) + at);
  if (first === undefined) return undefined;
  const place = { path: node.path ?? '', line: first, text: lineOf(node, first) ?? '' };
  return {
    ...{ key: node.key, name: node.qualifiedName, node, target: name, depth: 1 },
    edge: { from: node.key, to: name, kind: 'USES' },
    place: further.length === 0 ? place : { ...place, further: [...new Set(further)] },
  };
}

/** Without what a function around another one states by that one's lines alone. */
function innermostOf(relations: readonly Relation[]): readonly Relation[] {
  const sizeOf = ({ node }: Relation): number => node?.text?.length ?? 0;
  const owners = new Map<string, Relation>();
  for (const relation of relations.toSorted((a, b) => sizeOf(a) - sizeOf(b)))
    for (const line of linesOf(relation)) {
      const id = `${relation.place?.path ?? ''}:${line}`;
      if (!owners.has(id)) owners.set(id, relation);
    }
  return relations.flatMap((relation) => {
    const { place } = relation;
    const [first, ...further] = linesOf(relation).filter(
      (line) => owners.get(`${place?.path ?? ''}:${line}`) === relation,
    );
    if (first === undefined || !place) return [];
    const text = relation.node ? (lineOf(relation.node, first) ?? '') : '';
    return [
      {
        ...relation,
        place: { path: place.path, line: first, text, ...(further.length === 0 ? {} : { further }) },
      },
    ];
  });
}

function linesOf({ place }: Relation): readonly number[] {
  return place ? [place.line, ...(place.further ?? [])] : [];
}
