import { EDGE_KINDS, nearby, type EdgeKind, type GraphReader } from '@quarry/graph-store';
import type { PipelineSettings } from '@quarry/pipeline';
import { showableNodes } from '@quarry/prompting';
import {
  addEvidence,
  currentPass,
  type EvidenceCandidate,
  type NodeKey,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import { nodeEvidence } from './evidence';
import { degreesOf, mergeNeighborhood } from './neighborhood';
import { withRelations } from './relations';
import { rankNodes } from './relevance';

/** The extent of the neighbourhood to add. */
export interface Around {
  /** Maximum edges from the found nodes. */
  readonly hops: number;
  /** Maximum texts. */
  readonly hop_texts: number;
}

/**
 * Adds the neighbourhood of the found nodes to the turn (000, "Graph Lookup": "return node + 1-hop neighborhood"): its
 * relations, and the texts of the neighbours with names most similar to `asked`. They are context and resolve no need.
 */
export async function withNeighborhood(
  store: { readonly graph: GraphReader; readonly ref: SnapshotRef },
  turn: Turn,
  found: { readonly keys: readonly NodeKey[]; readonly asked: string },
  options: Around & { readonly settings: Readonly<PipelineSettings> },
): Promise<Turn> {
  const { settings } = options;
  if (options.hops === 0 || found.keys.length === 0) return turn;
  const entries = new Map(found.keys.map((key) => [key, 1]));
  const around = await nearby(store.graph, store.ref, entries, {
    depth: options.hops,
    maxNodes: settings.graph_max_nodes,
    edgeKinds: allowedEdges(settings),
  });
  const walked = mergeNeighborhood(turn.graph, found.keys, around);
  const of = { named: found.keys, evidence: turn.evidence };
  const graph = await withRelations(store.graph, store.ref, walked, of);
  const known = new Set([...found.keys, ...turn.evidence.map((item) => item.nodeKey ?? item.id)]);
  const near = new Set(around.nodes.map(({ key }) => key));
  const telling = showableNodes(turn, graph).filter(({ key }) => near.has(key) && !known.has(key));
  const ranked = rankNodes(found.asked, telling, degreesOf(around.edges)).slice(0, options.hop_texts);
  const texts = new Map(around.nodes.map((node) => [node.key, node]));
  const candidates = ranked.flatMap(({ key, score }): EvidenceCandidate[] => {
    const node = texts.get(key);
    const item = node && nodeEvidence(node, { relevance: Math.min(1, score), query: found.asked, turn });
    return item ? [item] : [];
  });
  const { evidence } = addEvidence(turn.evidence, candidates, currentPass(turn));
  return { ...turn, graph, evidence };
}

/** Kinds of edges that the pipeline allows a walk to follow; empty: all. */
export function allowedEdges(settings: Readonly<PipelineSettings>): readonly EdgeKind[] {
  return settings.graph_edge_allowlist.filter((kind): kind is EdgeKind =>
    (EDGE_KINDS as readonly string[]).includes(kind),
  );
}
