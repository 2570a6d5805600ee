import type { NodeKey } from '@quarry/turn';
import { counterparts } from './counterpart';
import { proximityOf } from './proximity';
import type { GraphEdge, GraphNode } from '../port';

/** What a search found: a piece of a file, with a weight > 0 that falls with its rank. */
export interface FoundPiece {
  readonly path: string;
  readonly nodeKey?: NodeKey;
  readonly weight: number;
}

/** A part of the graph around what was found. */
export interface GraphAround {
  readonly nodes: readonly Pick<GraphNode, 'key' | 'path'>[];
  readonly edges: readonly Pick<GraphEdge, 'from' | 'to'>[];
}

export interface RankedFile {
  readonly path: string;
  /** ≥ 0; comparable within one list. */
  readonly score: number;
  /** What the score is the sum of; what says nothing of the file is missing. */
  readonly by: Readonly<Partial<Record<Signal, number>>>;
}

/** What says that a file is meant: a piece of it that was found, the code graph, its test or what it tests, past changes. */
export type Signal = 'search' | 'graph' | 'counterpart' | 'past';

/** What a search alone says counts 1. */
const OF_GRAPH = 0.5;
const OF_COUNTERPART = 0.6;
const OF_PAST = 0.4;
/** A counterpart counts with this power of what the search says: almost only the first hits lead to theirs. */
const FIRST_HITS = 3;

/**
 * Files best first, by four things added up, each a share (0..1) of its best: the best piece that the search found in the file; how near
 * the file's definitions are to what was found ({@link proximityOf}); whether the search found its test, or what it tests; and what past
 * changes say.
 *
 * @param pieces best first
 * @param past file → weight > 0 of what past changes say of it; without it they say nothing
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

/** The node that a piece stands for: its definition, else its file. */
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
