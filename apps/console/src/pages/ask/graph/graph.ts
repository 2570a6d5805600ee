import type { TurnDto } from '@quarry/client';

/** A node of the code graph, as drawn. */
export interface GraphNode {
  readonly key: string;
  readonly kind: string;
  /** Last part of its qualified name. */
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string | null;
  readonly startLine: number | null;
  /** Number of the evidence with its text; null if the turn did not read it. */
  readonly n: number | null;
  /** True if its neighbours are shown. */
  readonly expanded: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

/** The visible part of the code graph. It only grows. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

/** A node with its neighbours, as `POST /v1/lookup` returns it. */
export interface FoundNode {
  readonly key: string;
  readonly kind: string;
  readonly qualifiedName: string;
  readonly path?: string;
  readonly startLine?: number;
  readonly neighbours: readonly {
    readonly edge: string;
    readonly nodes: readonly (Omit<FoundNode, 'neighbours'> & { readonly direction: 'out' | 'in' })[];
  }[];
}

/** The evidence of the turn, without edges. */
export function graphOfTurn({ evidence }: TurnDto): Graph {
  const nodes = new Map<string, GraphNode>();
  for (const { nodeKey, symbol, path, startLine, n } of evidence) {
    if (nodeKey === undefined || nodes.has(nodeKey)) continue;
    const qualifiedName = symbol ?? nodeKey.replace(/\|[^|]*$/, '');
    const kind = /\|([A-Z_]+)/.exec(nodeKey)?.[1] ?? '';
    nodes.set(nodeKey, {
      key: nodeKey,
      kind,
      name: lastPart(qualifiedName, kind),
      qualifiedName,
      path,
      startLine,
      n,
      expanded: false,
    });
  }
  return { nodes, edges: [] };
}

/** The graph with the neighbours of a node. Existing nodes only receive new edges. */
export function expandedBy(graph: Graph, found: FoundNode, options: { readonly only?: 'known' } = {}): Graph {
  const nodes = new Map(graph.nodes);
  const edges = [...graph.edges];
  const centre = nodes.get(found.key);
  if (!centre) return graph;
  if (options.only === undefined) nodes.set(found.key, { ...centre, expanded: true });
  for (const { edge, nodes: neighbours } of found.neighbours)
    for (const { direction, ...neighbour } of neighbours) {
      if (!nodes.has(neighbour.key)) {
        if (options.only === 'known') continue;
        nodes.set(neighbour.key, nodeOf(neighbour));
      }
      const [from, to] = direction === 'out' ? [found.key, neighbour.key] : [neighbour.key, found.key];
      if (!edges.some((each) => each.from === from && each.to === to && each.kind === edge))
        edges.push({ from, to, kind: edge });
    }
  return { nodes, edges };
}

function nodeOf({ key, kind, qualifiedName, path, startLine }: Omit<FoundNode, 'neighbours'>): GraphNode {
  return {
    key,
    kind,
    name: lastPart(qualifiedName, kind),
    qualifiedName,
    path: path ?? null,
    startLine: startLine ?? null,
    n: null,
    expanded: false,
  };
}

function lastPart(name: string, kind: string): string {
  return name.split(kind === 'FILE' ? '/' : /[./]/).at(-1) ?? name;
}
