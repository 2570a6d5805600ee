import type { EdgeKind, GraphReader, LocatedEdge } from '@quarry/graph-store';
import {
  defined,
  specificNames,
  type GraphEdgeRef,
  type Neighborhood,
  type NodeKey,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import { workingQuestion } from '@quarry/prompting';
import { identity, withinLimit } from './neighborhood';

/** Full names that a name may stand for so that it still says what is meant; overloads share one full name. */
const MAX_MEANT = 6;
/** Definitions of one name that are read. */
const MAX_DEFINITIONS = 60;
/** Names of a question that are looked up. */
const MAX_NAMES = 12;
/** Relations of the named nodes that the turn keeps, in each direction. */
const MAX_RELATIONS = 150;

/** Kinds that lead somewhere: where a thing is defined is in its key. */
const TELLING: readonly EdgeKind[] = [
  'CALLS',
  'EXECUTES',
  'INHERITS',
  'IMPLEMENTS',
  'READS_FROM',
  'WRITES_TO',
  'USES',
  'FK',
  'MAPS_TO',
];

/** Keys of the nodes that the question and the requests of the turn name, in their order. */
export async function namedNodes(
  graph: Pick<GraphReader, 'lookup'>,
  ref: SnapshotRef,
  turn: Turn,
): Promise<readonly NodeKey[]> {
  const texts = [workingQuestion(turn), ...turn.needs.map(({ text }) => text)];
  const names = [...new Set(texts.flatMap(specificNames))].slice(0, MAX_NAMES);
  if (names.length === 0) return [];
  const lists = await graph.lookup(ref, names, MAX_DEFINITIONS);
  const meant = lists.map((list) =>
    list.filter(({ match, kind, text }) => match === 'exact' && kind !== 'FILE' && text !== undefined),
  );
  return [
    ...new Set(
      meant
        .filter((nodes) => new Set(nodes.map(({ qualifiedName }) => qualifiedName)).size <= MAX_MEANT)
        .flat()
        .map(({ key }) => key),
    ),
  ];
}

/** The neighbourhood with all relations of named nodes: a walk has only those between the nodes that it collects. */
export async function withRelations(
  graph: Pick<GraphReader, 'edgesAt'>,
  ref: SnapshotRef,
  known: Neighborhood,
  keys: readonly NodeKey[],
): Promise<Neighborhood> {
  const fresh = keys.filter((key) => !known.named?.includes(key));
  if (fresh.length === 0) return known;
  const query = { edgeKinds: TELLING, limit: MAX_RELATIONS };
  const incoming = await graph.edgesAt(ref, fresh, { ...query, direction: 'in' });
  const outgoing = await graph.edgesAt(ref, fresh, { ...query, direction: 'out' });
  const edges = new Map(known.edges.map((edge) => [identity(edge), edge]));
  // Names of packages have no text to read; what they stand for in another repository is an edge of its own.
  const stated = outgoing.edges.filter(({ to }) => !to.startsWith('package:'));
  for (const edge of [...incoming.edges, ...stated])
    if (!edges.has(identity(edge))) edges.set(identity(edge), referenceOf(edge));
  const unlisted =
    (known.unlisted ?? 0) +
    [incoming, outgoing].reduce((sum, page) => sum + page.total - page.edges.length, 0);
  return withinLimit({
    ...known,
    edges: [...edges.values()],
    named: [...(known.named ?? []), ...fresh],
    ...(unlisted === 0 ? {} : { unlisted }),
  });
}

function referenceOf({ from, to, kind, line, path, confidence }: LocatedEdge): GraphEdgeRef {
  return { from, to, kind, path, ...defined({ line, confidence }) };
}
