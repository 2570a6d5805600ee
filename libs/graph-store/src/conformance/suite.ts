import type { SnapshotRef } from '@quarry/turn';
import type {
  EdgeKind,
  GraphEdge,
  GraphFile,
  GraphNode,
  GraphStore,
  NodeKind,
  Subgraph,
  WalkOptions,
} from '../port';
import { byCodePoint } from '../testing/model';

/** A store as a test sees it, initially empty. */
export interface SuiteFixture {
  /** Opens another client of the store, as another process would. */
  readonly store: { open(): Promise<GraphStore> };
  readonly graph: GraphStore;
  /** The keys that a name finds, best first. */
  readonly find: (wanted: string, limit?: number) => Promise<string[]>;
}

/** Declares a test, by the name with which an adapter may skip it. */
export type Check = (test: string, body: (given: SuiteFixture) => Promise<void>) => void;

export const REF: SnapshotRef = { repository: 'acme/shop', snapshot: 'main' };
export const ALL: WalkOptions = { depth: 10, maxNodes: 1_000, edgeKinds: [] };

export function nodeOf(key: string, kind: NodeKind = 'FUNCTION'): GraphNode {
  return { key, kind, name: key, qualifiedName: key, language: 'typescript' };
}

/** `a>b` */
export function edgeOf(text: string, kind: EdgeKind = 'CALLS'): GraphEdge {
  const [from = '', to = ''] = text.split('>');
  return { from, to, kind };
}

export function file(path: string, keys: readonly string[], edges: readonly string[] = []): GraphFile {
  return {
    path,
    digest: `digest of ${path}`,
    nodes: keys.map((key) => nodeOf(key)),
    edges: edges.map((edge) => edgeOf(edge)),
  };
}

export function shape(found: Subgraph): { nodes: string[]; edges: string[] } {
  return {
    nodes: found.nodes.map((node) => `${node.key} ${node.depth}`),
    edges: found.edges.map((edge) => `${edge.from}>${edge.to}`).sort(),
  };
}

export function sorted(edges: readonly GraphEdge[]): GraphEdge[] {
  return [...edges].sort((a, b) => byCodePoint(JSON.stringify(a), JSON.stringify(b)));
}
