import type { NodeKey } from '@quarry/turn';
import { counterparts } from './counterpart';
import { proximityOf } from './proximity';
import type { GraphEdge, GraphNode } from '../port';

/** A search hit: a piece of a file, with a weight > 0 that falls with its rank. */
export interface FoundPiece {
  readonly path: string;
  readonly nodeKey?: NodeKey;
  readonly weight: number;
}

/** A part of the graph around the search hits. */
export interface GraphAround {
  readonly nodes: readonly Pick<GraphNode, 'key' | 'path'>[];
  readonly edges: readonly Pick<GraphEdge, 'from' | 'to'>[];
}

export interface RankedFile {
  readonly path: string;
  /** ≥ 0; comparable within one list. */
  readonly score: number;
  /** The parts of the score; signals that do not concern the file are absent. */
  readonly by: Readonly<Partial<Record<Signal, number>>>;
}

/**
 * Signals of a file's relevance: a piece of it that was found, the code graph, its test or code under test, past
 * changes.
 */
export type Signal = 'search' | 'graph' | 'counterpart' | 'past';

/** The weight of the search is 1. */
const OF_GRAPH = 0.5;
const OF_COUNTERPART = 0.6;
const OF_PAST = 0.4;
/** A counterpart counts with this power of the search's weight: in effect, only the first hits lead to theirs. */
const FIRST_HITS = 3;

/**
 * Ranks files, best first, by the sum of four signals, each a share (0..1) of its maximum: the best piece that the
 * search found in the file; the proximity of the file's definitions to the hits ({@link proximityOf}); whether the
 * search found its test, or its code under test; and past changes.
 *
 * @param pieces best first
 * @param past file → weight > 0 from past changes; without it they do not count
 *
 * @example
 * const [best] = rankFiles([{ path: 'src/pay.ts', weight: 1 }], { nodes, edges });
 * best?.by; // { search: 1, graph: 0.5 }
 */
export function rankFiles(
  pieces: readonly FoundPiece[],
  around: GraphAround,
  past: ReadonlyMap<string, number> = new Map(),
): readonly RankedFile[] {
  const searched = shares(bestOf(pieces));
  const pathOf = new Map(around.nodes.flatMap(({ key, path }) => (path === undefined ? [] : [[key, path]])));
  const files = new Map<string, Partial<Record<Signal, number>>>();
  const add = (path: string, signal: Signal, score: number) =>
    files.set(path, { ...files.get(path), [signal]: score });
  for (const [path, share] of searched) add(path, 'search', share);
  for (const [path, share] of shares(nearFiles(pieces, around, pathOf))) add(path, 'graph', OF_GRAPH * share);
  for (const [path, others] of counterparts([...searched.keys(), ...pathOf.values()])) {
    const best = Math.max(...others.map((other) => searched.get(other) ?? 0));
    if (best > 0) add(path, 'counterpart', OF_COUNTERPART * best ** FIRST_HITS);
  }
  for (const [path, share] of shares(past)) add(path, 'past', OF_PAST * share);
  return [...files]
    .map(([path, by]) => ({ path, score: Object.values(by).reduce((a, b) => a + b, 0), by }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The node of a piece: its definition, otherwise its file. */
export function nodeOf({ nodeKey, path }: { readonly nodeKey?: NodeKey; readonly path: string }): NodeKey {
  return nodeKey ?? `file:${path}|FILE`;
}

function bestOf(pieces: readonly FoundPiece[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { path, weight } of pieces) best.set(path, Math.max(best.get(path) ?? 0, weight));
  return best;
}

function nearFiles(
  pieces: readonly FoundPiece[],
  { edges }: GraphAround,
  pathOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const seeds = new Map<NodeKey, number>();
  for (const piece of pieces) {
    const key = pathOf.has(nodeOf(piece)) ? nodeOf(piece) : nodeOf({ path: piece.path });
    if (pathOf.has(key)) seeds.set(key, (seeds.get(key) ?? 0) + piece.weight);
  }
  const files = new Map<string, number>();
  for (const [key, weight] of proximityOf(edges, seeds)) {
    const path = pathOf.get(key);
    if (path !== undefined) files.set(path, (files.get(path) ?? 0) + weight);
  }
  return files;
}

function shares(weights: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const best = Math.max(0, ...weights.values());
  return new Map([...weights].map(([path, weight]) => [path, best > 0 ? weight / best : 0]));
}
