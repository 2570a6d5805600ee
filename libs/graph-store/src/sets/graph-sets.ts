import { memberOf, memberOfKey, readingSetsBy, type NodeKey, type SnapshotRef } from '@quarry/turn';
import type {
  EdgePage,
  EdgeQuery,
  GraphEdge,
  GraphNode,
  GraphStore,
  ListQuery,
  LocatedEdge,
  NodePage,
  Subgraph,
  WalkOptions,
} from '../port';
import { linksAt } from './links';
import { edgeIn, locatedIn, nodeIn } from './node-in';

type Members = readonly SnapshotRef[];

/** Nodes of a walk whose links to other repositories are read, the nearest first. */
const MOST_LINKED = 60;

type Named = GraphNode & { readonly match: 'exact' | 'partial' };

/**
 * Makes a graph store read sets of snapshots, as if each repository were a folder with its name: keys, full names and
 * paths begin with it. Sets cannot be written. A single snapshot is read as before.
 *
 * @example
 * const [nodes] = await readingGraphSets(graph).lookup(snapshotSet([alpha, beta]), ['retry'], 5);
 * nodes[0].qualifiedName; // 'alpha/src/retry.retry'
 */
export function readingGraphSets(graph: GraphStore): GraphStore {
  return readingSetsBy(graph, new GraphSets(graph));
}

/** The reads of sets, named as those of the store. */
class GraphSets {
  constructor(private readonly graph: GraphStore) {}

  async describe(
    members: Members,
  ): Promise<{ readonly files: number; readonly nodes: number; readonly edges: number } | null> {
    const all = await Promise.all(members.map((member) => this.graph.describe(member)));
    const known = all.filter((counts) => counts !== null);
    if (known.length === 0) return null;
    const sum = (what: 'files' | 'nodes' | 'edges') =>
      known.reduce((total, counts) => total + counts[what], 0);
    return { files: sum('files'), nodes: sum('nodes'), edges: sum('edges') };
  }

  async nodes(members: Members, keys: readonly NodeKey[]): Promise<readonly GraphNode[]> {
    const found = await Promise.all(
      byMember(members, keys).map(async ({ member, keys: own }) => {
        const nodes = await this.graph.nodes(member, own);
        return nodes.map((node) => nodeIn(member, node));
      }),
    );
    const byKey = new Map(found.flat().map((node) => [node.key, node]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }

  /** A name that begins with a repository's is looked up there; any other in each, equally good ones in turn. */
  async lookup(
    members: Members,
    names: readonly string[],
    limit: number,
  ): Promise<readonly (readonly Named[])[]> {
    return Promise.all(
      names.map(async (name) => {
        const place = memberOfKey(members, name) ?? memberOf(members, name);
        const wanted = place
          ? [{ member: place.member, name: place.text }]
          : members.map((member) => ({ member, name }));
        const lists = await Promise.all(
          wanted.map(async ({ member, name: text }) => {
            const [found = []] = await this.graph.lookup(member, [text], limit);
            return found.map((node): Named => ({ ...nodeIn(member, node), match: node.match }));
          }),
        );
        const inTurn = lists
          .flatMap((list) => list.map((node, at) => ({ node, at })))
          .toSorted(
            (a, b) => Number(a.node.match === 'partial') - Number(b.node.match === 'partial') || a.at - b.at,
          );
        return inTurn.slice(0, Math.max(0, Math.floor(limit) || 0)).map(({ node }) => node);
      }),
    );
  }

  async edgesAt(members: Members, keys: readonly NodeKey[], query: EdgeQuery): Promise<EdgePage> {
    const pages = await Promise.all(
      byMember(members, keys).map(async ({ member, keys: own }) => {
        const { edges, total } = await this.graph.edgesAt(member, own, query);
        return { edges: edges.map((edge) => locatedIn(member, edge)), total };
      }),
    );
    const nodes = await this.nodes(members, keys);
    const links = await linksAt(this.graph, members, nodes, query.direction, query.edgeKinds);
    const other = query.direction === 'in' ? 'from' : 'to';
    const here = query.direction === 'in' ? 'to' : 'from';
    const order = (edge: LocatedEdge): string => JSON.stringify([edge[other], edge[here], edge.kind]);
    const edges = [...pages.flatMap((page) => page.edges), ...links.map(({ edge }) => edge)];
    const sorted =
      pages.length > 1 || links.length > 0 ? edges.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) : edges;
    return {
      edges: sorted.slice(0, query.limit),
      total: pages.reduce((sum, { total }) => sum + total, links.length),
    };
  }

  /** The pages of one snapshot after the other. */
  async list(members: Members, { after, ...query }: ListQuery): Promise<NodePage> {
    const { at, after: within } = after === undefined ? { at: 0, after: undefined } : readPlace(after);
    const member = members[at];
    if (!member) return { nodes: [], next: null };
    const page = await this.graph.list(member, {
      ...query,
      ...(within === undefined ? {} : { after: within }),
    });
    const nodes = page.nodes.map((node) => nodeIn(member, node));
    if (page.next !== null) return { nodes, next: JSON.stringify([at, page.next]) };
    return { nodes, next: at + 1 < members.length ? JSON.stringify([at + 1]) : null };
  }

  async walk(members: Members, entries: readonly NodeKey[], options: WalkOptions): Promise<Subgraph> {
    const parts = await Promise.all(
      byMember(members, entries).map(async ({ member, keys }) => {
        const { nodes, edges } = await this.graph.walk(member, keys, options);
        return {
          nodes: nodes.map((node) => ({ ...nodeIn(member, node), depth: node.depth })),
          edges: edges.map((edge) => edgeIn(member, edge)),
        };
      }),
    );
    const walked = parts.flatMap((part) => part.nodes);
    const links = await this.linksOf(members, walked, options);
    const nodes = uniqueByKey([...walked, ...links.map(({ node }) => node)].toSorted(byDepth)).slice(
      0,
      Math.max(0, options.maxNodes),
    );
    const kept = new Set(nodes.map(({ key }) => key));
    const all = [...parts.flatMap((part) => part.edges), ...links.map(({ edge }) => edge)];
    const edges = all.filter(({ from, to }) => kept.has(from) && kept.has(to));
    return { nodes, edges };
  }

  /** Edges that leave the repositories of the walked nodes, one step each: of nodes that the walk may leave. */
  private async linksOf(
    members: Members,
    walked: Subgraph['nodes'],
    { depth, edgeKinds }: WalkOptions,
  ): Promise<readonly { readonly edge: GraphEdge; readonly node: Subgraph['nodes'][number] }[]> {
    const inner = walked.filter((node) => node.depth < depth).slice(0, MOST_LINKED);
    const both = await Promise.all(
      (['in', 'out'] as const).map(async (direction) => {
        const found = await linksAt(this.graph, members, inner, direction, edgeKinds);
        return found.map(({ edge: { path: _path, ...edge }, other }) => {
          const own = inner.find(({ key }) => key === (direction === 'in' ? edge.to : edge.from));
          return { edge, node: { ...other, depth: (own?.depth ?? 0) + 1 } };
        });
      }),
    );
    return both.flat();
  }
}

function byDepth(a: Subgraph['nodes'][number], b: Subgraph['nodes'][number]): number {
  return a.depth - b.depth || (a.key < b.key ? -1 : 1);
}

/** Each node once, as it comes first. */
function uniqueByKey(nodes: Subgraph['nodes']): Subgraph['nodes'] {
  return [...new Map(nodes.toReversed().map((node) => [node.key, node])).values()].toSorted(byDepth);
}

/** The keys by the snapshot that they belong to, as it knows them. */
function byMember(
  members: Members,
  keys: readonly NodeKey[],
): readonly { readonly member: SnapshotRef; readonly keys: readonly NodeKey[] }[] {
  const places = keys.flatMap((key) => memberOfKey(members, key) ?? []);
  return [...Map.groupBy(places, ({ member }) => member)].map(([member, own]) => ({
    member,
    keys: own.map(({ text }) => text),
  }));
}

function readPlace(after: string): { readonly at: number; readonly after: string | undefined } {
  const [at = 0, within] = JSON.parse(after) as [number?, string?];
  return { at, after: within };
}
