import type { EdgeKind, GraphReader, LocatedEdge } from '@quarry/graph-store';
import {
  defined,
  isInferred,
  isTestPath,
  relationSide,
  type Evidence,
  type GraphEdgeRef,
  type Neighborhood,
  type NodeKey,
  type RelationCounts,
  type SnapshotRef,
} from '@quarry/turn';
import { identity, isOfMock, withinLimit } from './neighborhood';

type Reader = Pick<GraphReader, 'edgesAt' | 'nodes'>;

/** Relations of the named nodes that the turn keeps, in each direction. */
const MAX_RELATIONS = 150;
/** Relations that one read counts by node and kind; of more, each kind of each node is counted by the store. */
const MAX_COUNTED = 2_000;

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
/** A type's members count, too. */
const KINDS = { in: TELLING, out: [...TELLING, 'DEFINES'] } as const;

/**
 * The neighbourhood with all relations of the nodes that are named, and the number of those of the nodes that are
 * evidence: a walk has only relations between the nodes that it collects, and a prompt must not take them for all.
 */
export async function withRelations(
  graph: Reader,
  ref: SnapshotRef,
  known: Neighborhood,
  of: { readonly named: readonly NodeKey[]; readonly evidence: readonly Pick<Evidence, 'nodeKey'>[] },
): Promise<Neighborhood> {
  const named = of.named.filter((key) => !known.named?.includes(key));
  const shown = of.evidence.flatMap(({ nodeKey }) => nodeKey ?? []);
  const uncounted = [...new Set([...named, ...shown])].filter((key) => known.totals?.[key] === undefined);
  const keys = [...new Set([...named, ...uncounted])];
  if (keys.length === 0) return known;
  const [incoming, outgoing] = await Promise.all([
    relationsAt(graph, ref, keys, 'in'),
    relationsAt(graph, ref, keys, 'out'),
  ]);
  const edges = new Map(known.edges.map((edge) => [identity(edge), edge]));
  const wanted = new Set(named);
  const own = [
    ...incoming.edges.filter(({ to }) => wanted.has(to)).slice(0, MAX_RELATIONS),
    ...outgoing.edges
      .filter(({ from, kind }) => wanted.has(from) && kind !== 'DEFINES')
      .slice(0, MAX_RELATIONS),
  ];
  for (const edge of own) if (!edges.has(identity(edge))) edges.set(identity(edge), referenceOf(edge));
  const totals = keys.map(
    (key) => [key, { ...incoming.counts.get(key), ...outgoing.counts.get(key) }] as const,
  );
  return withinLimit({
    ...known,
    edges: [...edges.values()],
    named: [...(known.named ?? []), ...named],
    totals: { ...known.totals, ...Object.fromEntries(totals) },
  });
}

interface Counted {
  readonly edges: readonly LocatedEdge[];
  readonly counts: ReadonlyMap<NodeKey, RelationCounts>;
}

async function relationsAt(
  graph: Reader,
  ref: SnapshotRef,
  keys: readonly NodeKey[],
  direction: 'in' | 'out',
): Promise<Counted> {
  const query = { edgeKinds: KINDS[direction], direction, limit: MAX_COUNTED };
  const page = await graph.edgesAt(ref, keys, query);
  const edges = await withoutMocks(graph, ref, withoutPackages(page.edges));
  const counts = new Map<NodeKey, Record<string, number>>();
  for (const edge of edges) {
    const key = direction === 'in' ? edge.to : edge.from;
    const own = counts.get(key) ?? {};
    const side = relationSide(edge, direction);
    counts.set(key, { ...own, [side]: (own[side] ?? 0) + 1 });
  }
  if (page.total <= page.edges.length) return { edges, counts };
  for (const key of keys) counts.set(key, Object.fromEntries(await totalsOf(graph, ref, key, direction)));
  return { edges, counts };
}

/** What the store counts of one node, by kind; it does not tell what is inferred apart. */
async function totalsOf(
  graph: Reader,
  ref: SnapshotRef,
  key: NodeKey,
  direction: 'in' | 'out',
): Promise<readonly (readonly [side: string, count: number])[]> {
  return Promise.all(
    KINDS[direction].map(async (kind) => {
      const { total } = await graph.edgesAt(ref, [key], { edgeKinds: [kind], direction, limit: 0 });
      return [relationSide({ kind }, direction), total] as const;
    }),
  );
}

/** Names of packages have no text to read; what they stand for in another repository is an edge of its own. */
function withoutPackages(edges: readonly LocatedEdge[]): readonly LocatedEdge[] {
  return edges.filter(({ to }) => !to.startsWith('package:'));
}

/** Without the calls of {@link isOfMock}. */
async function withoutMocks(
  graph: Reader,
  ref: SnapshotRef,
  edges: readonly LocatedEdge[],
): Promise<readonly LocatedEdge[]> {
  const doubtful = edges.filter((edge) => isInferred(edge) && !isTestPath(edge.path)).map(({ to }) => to);
  if (doubtful.length === 0) return edges;
  const nodes = await graph.nodes(ref, [...new Set(doubtful)]);
  const paths = new Map(nodes.map(({ key, path }) => [key, path]));
  return edges.filter((edge) => !isOfMock(edge, edge.path, paths.get(edge.to)));
}

function referenceOf({ from, to, kind, line, path, confidence }: LocatedEdge): GraphEdgeRef {
  return { from, to, kind, path, ...defined({ line, confidence }) };
}
