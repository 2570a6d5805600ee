import { compareRequests, normalizeQuery } from '@quarry/turn';
import type { CachedGraph, Finds, NotFound, RememberTerms } from './port';
import { stampOf, type SessionState } from './state';
import { edgesBetween, subgraphAround } from './subgraph';

/** Maximum bytes of each part of a session; 512 KB together. */
const SHARES = {
  evidence: 360 * 1024,
  nodes: 60 * 1024,
  edges: 60 * 1024,
  notFound: 32 * 1024,
} as const;

/** Maximum number of misses. */
export const MOST_NOT_FOUND = 100;
/** Maximum number of nodes and edges of the subgraph, per piece of evidence that may be kept. */
const NODES_EACH = 4;
const EDGES_EACH = 8;

const MINUTE_MS = 60_000;

/**
 * Merges a turn into its session (000, "Cache Size Limit": least recently used out). Evidence that the turn used moves
 * to the front; the end is cut at the limits; the subgraph keeps what belongs to the kept evidence. A session that
 * expired, or belongs to another state of the index, restarts. It is a pure function, so that every adapter merges
 * alike.
 */
export function mergeSession(
  known: SessionState | null,
  finds: Finds,
  terms: RememberTerms,
  now: number,
): SessionState {
  const alive = known !== null && known.expiresAt > now ? known : null;
  const same = alive !== null && stampOf(alive.index) === stampOf(terms.index) ? alive : null;
  const evidence = within(
    [...finds.evidence, ...(same?.evidence ?? [])].filter(firstOf(({ id }) => id)),
    terms.maxNodes,
    SHARES.evidence,
  );
  const former = same?.graph ?? { nodes: [], edges: [] };
  return {
    index: terms.index,
    evidence,
    graph: bounded(subgraphAround(union(finds.graph, former), evidence), terms.maxNodes),
    notFound: mergeNotFound(same?.notFound ?? [], finds),
    createdAt: alive?.createdAt ?? now,
    lastAccessed: now,
    expiresAt: now + terms.ttlMinutes * MINUTE_MS,
  };
}

/**
 * Latest first. A known miss keeps its reason, because a later turn only repeats it. A miss is dropped once its request
 * was found.
 */
function mergeNotFound(known: readonly NotFound[], finds: Finds): readonly NotFound[] {
  const latest = finds.notFound.map((entry) => known.find(({ text }) => isSame(text, entry.text)) ?? entry);
  const older = known.filter(
    ({ text }) => !finds.found.some((found) => compareRequests(text, found, { missed: true }) === 'same'),
  );
  const kept: NotFound[] = [];
  // The older ones contain no duplicates.
  for (const entry of latest) if (!kept.some(({ text }) => isSame(text, entry.text))) kept.push(entry);
  const rest = older.filter(({ text }) => !kept.some((entry) => isSame(text, entry.text)));
  const named = [...kept, ...rest].filter(({ text }) => normalizeQuery(text) !== '');
  return within(named, MOST_NOT_FOUND, SHARES.notFound);
}

function isSame(one: string, other: string): boolean {
  return compareRequests(one, other) === 'same';
}

function union(newer: CachedGraph, older: CachedGraph): CachedGraph {
  return {
    nodes: [...newer.nodes, ...older.nodes].filter(firstOf(({ key }) => key)),
    edges: [...newer.edges, ...older.edges].filter(
      firstOf(({ from, to, kind }) => JSON.stringify([from, kind, to])),
    ),
  };
}

function bounded(graph: CachedGraph, maxNodes: number): CachedGraph {
  const nodes = within(graph.nodes, NODES_EACH * maxNodes, SHARES.nodes);
  return { nodes, edges: within(edgesBetween(graph, nodes), EDGES_EACH * maxNodes, SHARES.edges) };
}

/** The first items that fit. An item that alone exceeds the remaining size is skipped. */
function within<Item>(items: readonly Item[], most: number, bytes: number): readonly Item[] {
  const kept: Item[] = [];
  let left = bytes;
  for (const item of items) {
    if (kept.length >= most) break;
    const size = Buffer.byteLength(JSON.stringify(item));
    if (size > left) continue;
    left -= size;
    kept.push(item);
  }
  return kept;
}

/** A filter that passes each key once. */
function firstOf<Item>(key: (item: Item) => string): (item: Item) => boolean {
  const seen = new Set<string>();
  return (item) => {
    const name = key(item);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  };
}
