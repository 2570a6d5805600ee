import { countTokens } from '@quarry/tokens';
import type { ContextPack, Evidence, Neighborhood, Turn } from '@quarry/turn';

/** Edges of the neighbourhood that a prompt shows; the rest is counted. */
const MAX_EDGES = 40;

/** One evidence item as prompts see it: number, stable identifiers, text (003 §6.1). Text stays as it is: it is data. */
export function formatEvidence(item: Evidence): string {
  return `${evidenceHead(item)}\n${item.text}`;
}

/** `[3] src/a.ts:10-42 · typescript:src/a.total|FUNCTION`. */
export function evidenceHead(item: Evidence): string {
  const identity = item.nodeKey ?? item.symbol;
  return `[${item.n}] ${item.path}:${item.startLine}-${item.endLine}${identity === undefined ? '' : ` · ${identity}`}`;
}

/** The structured, compact form of the graph (003 §6.1): edges between what the evidence shows, by node key. */
export function formatGraph(graph: Neighborhood, evidence: readonly Evidence[]): string {
  const shown = new Set(evidence.map((item) => item.nodeKey ?? item.id));
  const edges = graph.edges.filter((edge) => shown.has(edge.from) || shown.has(edge.to));
  if (edges.length === 0) return '';
  const lines = edges.slice(0, MAX_EDGES).map((edge) => `${edge.from} -${edge.kind}-> ${edge.to}`);
  const rest = edges.length > MAX_EDGES ? [`… and ${edges.length - MAX_EDGES} more`] : [];
  return ['Relations:', ...lines, ...rest].join('\n');
}

/** What the answer is given: all evidence, or the most relevant of all passes where the plan sets a limit (002 §2, step 6). */
export function evidenceFor(turn: Pick<Turn, 'evidence' | 'plan'>): readonly Evidence[] {
  const limit = turn.plan?.limit ?? Infinity;
  if (turn.evidence.length <= limit) return turn.evidence;
  const best = turn.evidence
    .toSorted((a, b) => b.relevance - a.relevance || b.pass - a.pass || a.n - b.n)
    .slice(0, limit);
  return turn.evidence.filter((item) => best.includes(item));
}

/** For contexts without relations. */
export const NO_GRAPH: Neighborhood = { entries: [], nodes: [], edges: [] };

/** Evidence in the order of its numbers, then the graph. */
export function composeContext(evidence: readonly Evidence[], graph: Neighborhood): ContextPack {
  const parts = [...evidence.map(formatEvidence), formatGraph(graph, evidence)].filter((part) => part !== '');
  const text = parts.join('\n\n');
  return { text, tokens: countTokens(text), items: evidence.map((item) => item.n), condensed: false };
}
