import type { Imprint, NodeKey, SnapshotRef } from '@quarry/turn';

export const NODE_KINDS = [
  'FILE',
  'MODULE',
  'TYPE',
  'METHOD',
  'FUNCTION',
  'FIELD',
  'TABLE',
  'VIEW',
  'PROC',
  'SQL_FUNCTION',
  'TRIGGER',
  'MIGRATION',
  'ENTITY',
  'ROUTE',
  'REQUEST',
  'PACKAGE',
  'CONFIG_KEY',
  'LINE',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export const EDGE_KINDS = [
  'DEFINES',
  'CALLS',
  'IMPORTS',
  'INHERITS',
  'IMPLEMENTS',
  'USES',
  'READS_FROM',
  'WRITES_TO',
  'EXECUTES',
  'FK',
  'MAPS_TO',
  'DEPENDS_ON',
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export type Provenance = 'scip';

export interface GraphNode {
  readonly key: NodeKey;
  readonly kind: NodeKind;
  /** Last part of the name, as code calls it: `total`, `Invoice`. */
  readonly name: string;
  /** Full name without language prefix, kind and overload mark: `MyApp.InvoiceService.total`. */
  readonly qualifiedName: string;
  readonly language: string;
  readonly path?: string;
  /** Its repository, without the tenant, if it was read from several: names and paths begin with it. */
  readonly repository?: string;
  readonly startLine?: number;
  readonly endLine?: number;
  /** The node's own source text; absent for FILE nodes and for nodes that are only referenced. */
  readonly text?: string;
  /** First line of the definition, for overviews. */
  readonly signature?: string;
}

export interface GraphEdge {
  readonly from: NodeKey;
  readonly to: NodeKey;
  readonly kind: EdgeKind;
  /** Line of the reference in the file that owns the edge. */
  readonly line?: number;
  /**
   * How sure the edge is, above 0 and below 1, if it was inferred from where values go; absent if the code states it.
   */
  readonly confidence?: number;
  /** Where the edge comes from if Quarry did not find it itself: `scip`, an imported SCIP index. Walks omit it. */
  readonly provenance?: Provenance;
}

/** The contribution of one file to the graph. A file owns its nodes and the edges that start in it. */
export interface GraphFile {
  readonly path: string;
  /** Digest of `nodes` and `edges`: if it is unchanged, nothing is written. */
  readonly digest: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The changes of a write. */
export interface GraphChange {
  readonly files?: readonly GraphFile[];
  readonly remove?: readonly string[];
  /** Written last; left unchanged if absent. */
  readonly imprint?: Imprint;
}

export interface WalkOptions {
  /** Maximum number of edges away from an entry, ≥ 0. */
  readonly depth: number;
  /** Maximum number of collected nodes, including entries. */
  readonly maxNodes: number;
  /** Edge kinds to walk, in either direction; empty means all. */
  readonly edgeKinds: readonly EdgeKind[];
}

/** Selects edges of given nodes. */
export interface EdgeQuery {
  /** `in`: edges that end at one of the nodes; `out`: edges that start at one. */
  readonly direction: 'in' | 'out';
  /** Kinds to read; empty means all. */
  readonly edgeKinds: readonly EdgeKind[];
  /** Maximum number of returned edges; all are counted. */
  readonly limit: number;
  /**
   * Allows any order, a relation once for each file that states it, and a `total` that is only above `limit` if there
   * are more. Reads of many edges are faster this way.
   */
  readonly unordered?: true;
}

/** An edge with the file that contains it. */
export interface LocatedEdge extends GraphEdge {
  readonly path: string;
}

/** Edges of given nodes, and their total number. */
export interface EdgePage {
  /** By the key of the other end, then of this end, then by kind; at most `limit`. */
  readonly edges: readonly LocatedEdge[];
  /** Number of all matches, including those beyond `limit`. */
  readonly total: number;
}

/** Selects nodes of a snapshot, for reads of the whole graph page by page. */
export interface ListQuery {
  /** Kinds to read; empty means all. */
  readonly kinds: readonly NodeKind[];
  /** Only nodes whose text contains this, in the same case; not empty. */
  readonly containing?: string;
  /** Only nodes whose key begins with this, in the same case; not empty. */
  readonly keyPrefix?: string;
  /** `next` of the page before; absent for the first page. */
  readonly after?: string;
  /** Maximum number of returned nodes, ≥ 1. */
  readonly limit: number;
}

/** Some nodes by key, each key once, and where the next page starts. */
export interface NodePage {
  readonly nodes: readonly GraphNode[];
  /** Null after the last page; a page may be short or empty before that. */
  readonly next: string | null;
}

export interface Subgraph {
  /** Breadth first: by depth, then by key. */
  readonly nodes: readonly (GraphNode & { readonly depth: number })[];
  /** Allowed edges with both ends in `nodes`. */
  readonly edges: readonly GraphEdge[];
}

/** Reads of the code graph, for turns and the API. */
export interface GraphReader {
  /** Nodes by identity, with text, in the order of `keys`. */
  nodes(ref: SnapshotRef, keys: readonly NodeKey[]): Promise<readonly GraphNode[]>;
  /**
   * For each name its nodes, best first, at most `limit`: exact key, exact qualified name, qualified name that ends
   * with `.name`, exact name, the same ignoring case, then partial (contained in the qualified name). `::`, `#` and `/`
   * count as `.`.
   */
  lookup(
    ref: SnapshotRef,
    names: readonly string[],
    limit: number,
  ): Promise<readonly (readonly (GraphNode & { readonly match: 'exact' | 'partial' })[])[]>;
  /**
   * The edges that end or start at the given nodes, each relation once, at the first line that states it. The other end
   * may be a key with no node: something outside what was indexed.
   * @example
   * const { edges, total } = await graph.edgesAt(ref, [key], { direction: 'in', edgeKinds: ['CALLS'], limit: 100 });
   */
  edgesAt(ref: SnapshotRef, keys: readonly NodeKey[], query: EdgeQuery): Promise<EdgePage>;
  /**
   * One page of all nodes, by key. Of a key with several nodes the best that the query selects: one with text, then
   * that of the first path.
   * @example
   * const { nodes, next } = await graph.list(ref, { kinds: ['FUNCTION'], limit: 1_000 });
   */
  list(ref: SnapshotRef, query: ListQuery): Promise<NodePage>;
  /** Bounded breadth-first walk. */
  walk(ref: SnapshotRef, entries: readonly NodeKey[], options: WalkOptions): Promise<Subgraph>;
}

/** Reads and writes of an indexing run. */
export interface GraphWriter {
  /** Path → digest of every stored file. */
  manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>>;
  /** Replaces each file's nodes and edges atomically and removes the named paths with theirs. */
  write(ref: SnapshotRef, change: GraphChange): Promise<void>;
}

/**
 * Stores the code graph. Unknown keys are omitted from results, and are never an error. Dangling edges (to a key
 * without a node) may be stored and are not walked. For an unknown snapshot, `describe` returns null and reads return
 * nothing.
 *
 * @example
 * const graph = openGraphStore('sqlite:/srv/quarry/graph');
 * const [nodes] = await graph.lookup(ref, ['InvoiceService.total'], 5);
 */
export interface GraphStore extends GraphReader, GraphWriter {
  /**
   * Checks that the store can be used now. @throws Fault `store_unavailable` (retryable) that says what was tried and
   * what to do
   */
  ping(): Promise<void>;
  describe(
    ref: SnapshotRef,
  ): Promise<{ readonly files: number; readonly nodes: number; readonly edges: number } | null>;
  /** What the last run left, without counting anything; null where there is no snapshot, or nothing was left in it. */
  imprint(ref: SnapshotRef): Promise<Imprint | null>;
  /** Every file as it was at one moment, by path; nothing where the snapshot is unknown. */
  export(ref: SnapshotRef): AsyncIterable<GraphFile>;
  close(): Promise<void>;
}
