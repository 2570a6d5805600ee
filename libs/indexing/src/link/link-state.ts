import type { GraphEdge } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { sha256 } from '../source/decode';
import type { Contributions } from './contributions';
import type { Dependency } from './dependencies';
import type { RenamedKeys } from './unique-keys';

/** What linking one file found out, besides its part of the graph. */
export interface FileLinks {
  /** The look-ups that its edges depend on, sorted. */
  readonly dependencies: Uint32Array;
  /** Its calls of functions that are passed on as values. */
  readonly inferred: readonly GraphEdge[];
  /** Its edges in the graph, and those of its keys that are others in the project. */
  readonly linked: { readonly edges: readonly GraphEdge[]; readonly keys: RenamedKeys | undefined };
  /** Digest of its edges and paths of routes that are found by reading the whole project; `''` for none. */
  readonly others: string;
}

/** What linking a whole project found out, besides its files. */
export interface ProjectLinks {
  /** What every import may depend on. */
  readonly settings: string;
  /** Digests of what members and bases that are written outside their types contribute. */
  readonly attached: ReadonlyMap<Dependency, string>;
  /** The look-ups that the flow of values depends on, sorted. */
  readonly flow: Uint32Array;
}

/** What linking a whole project found out; it describes one state of the graph. */
export interface LinkState extends ProjectLinks {
  readonly files: ReadonlyMap<string, FileLinks>;
}

export function digestsOf(contributions: Contributions): ReadonlyMap<Dependency, string> {
  return new Map([...contributions].map(([dependency, text]) => [dependency, sha256(text).slice(0, 16)]));
}

export function othersDigest(
  edges: readonly GraphEdge[],
  routePaths: ReadonlyMap<NodeKey, readonly string[]>,
): string {
  if (edges.length + routePaths.size === 0) return '';
  return sha256(JSON.stringify(routePaths.size === 0 ? edges : [edges, [...routePaths]]));
}
