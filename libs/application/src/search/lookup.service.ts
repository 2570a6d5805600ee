import { Inject, Injectable } from '@nestjs/common';
import { nodeOf, type EdgeKind, type GraphEdge, type GraphNode, type GraphReader } from '@quarry/graph-store';
import { GRAPH_STORE } from '@quarry/platform';
import { defined, type NodeKey, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

export interface LookupRequest extends WantedSnapshot {
  /** A symbol as written in code, a node's key, or a path. */
  readonly name: string;
  /** Maximum nodes; 5 by default. */
  readonly limit?: number;
  /** Maximum neighbours per node; 20 by default, 0: none. */
  readonly neighbours?: number;
  /** Kinds of edges to follow; empty or absent: all. */
  readonly edgeKinds?: readonly EdgeKind[];
}

/** A node one edge away. */
export interface Neighbour {
  readonly node: GraphNode;
  /** `out`: the edge leads from the found node to this one. */
  readonly direction: 'out' | 'in';
  /** Line of the reference, in the file of the edge's source node. */
  readonly line?: number;
  /** How sure the edge is, below 1, if it was inferred; absent if the code states it. */
  readonly confidence?: number;
}

export interface FoundNode {
  readonly node: GraphNode;
  /** `partial`: the name only contains the requested name. */
  readonly match: 'exact' | 'partial';
  /** By kind of edge. */
  readonly neighbours: ReadonlyMap<EdgeKind, readonly Neighbour[]>;
  /** True if there are more neighbours than requested. */
  readonly more: boolean;
}

/** Looks up names in the code graph: by identity, not by search. */
@Injectable()
export class LookupService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(GRAPH_STORE) private readonly graph: GraphReader,
  ) {}

  /**
   * The nodes with that name, best first; empty if no node has it.
   * @throws Fault `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async lookup(
    caller: Caller,
    asked: LookupRequest,
  ): Promise<{ readonly ref: SnapshotRef; readonly found: readonly FoundNode[] }> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { limit = 5, neighbours = 20, edgeKinds = [] } = asked;
    const nodes = await this.named(ref, asked.name.trim(), limit);
    const found: FoundNode[] = [];
    for (const { match, ...node } of nodes)
      found.push({ node, match, ...(await this.around(ref, node, neighbours, edgeKinds)) });
    return { ref, found };
  }

  /** A file's own node comes first: a name that looks like a path is rarely the end of a symbol. */
  private async named(ref: SnapshotRef, name: string, limit: number) {
    const [file] = await this.graph.nodes(ref, [nodeOf({ path: name.replace(/^\.?\//, '') })]);
    const [named = []] = await this.graph.lookup(ref, [name], limit);
    const first = file ? [{ ...file, match: 'exact' as const }] : [];
    return [...first, ...named.filter(({ key }) => key !== file?.key)].slice(0, limit);
  }

  private async around(
    ref: SnapshotRef,
    { key }: GraphNode,
    most: number,
    edgeKinds: readonly EdgeKind[],
  ): Promise<Pick<FoundNode, 'neighbours' | 'more'>> {
    if (most === 0) return { neighbours: new Map(), more: false };
    // One more than shown, to detect whether there are more; the walk also counts the node itself.
    const walked = await this.graph.walk(ref, [key], { depth: 1, maxNodes: most + 2, edgeKinds });
    const others = walked.nodes.filter((node) => node.key !== key);
    const shown = new Map(others.slice(0, most).map(({ depth: _depth, ...node }) => [node.key, node]));
    const own = walked.edges.filter(({ from, to }) => from === key || to === key);
    const pairs = own.flatMap((edge): readonly (readonly [EdgeKind, Neighbour])[] => {
      const neighbour = neighbourOf(edge, key, shown);
      return neighbour ? [[edge.kind, neighbour]] : [];
    });
    const byKind = Map.groupBy(pairs, ([kind]) => kind);
    return {
      neighbours: new Map([...byKind].map(([kind, each]) => [kind, each.map(([, neighbour]) => neighbour)])),
      more: others.length > most,
    };
  }
}

function neighbourOf(
  { from, to, line, confidence }: GraphEdge,
  key: NodeKey,
  nodes: ReadonlyMap<NodeKey, GraphNode>,
): Neighbour | null {
  const direction = from === key ? 'out' : 'in';
  const node = nodes.get(direction === 'out' ? to : from);
  return node ? { node, direction, ...defined({ line, confidence }) } : null;
}
