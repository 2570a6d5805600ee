import { placeInWords, whereaboutsOf, type Evidence, type Neighborhood } from '@quarry/turn';

/** Maximum number of edges that a prompt shows; the rest is counted. */
const MAX_EDGES = 40;

/**
 * One evidence item in a prompt: number, stable identifiers, text (003 §6.1). The text is not changed, because it is
 * data.
 */
export function formatEvidence(item: Evidence): string {
  return `${evidenceHead(item)}\n${item.text}`;
}

/** `[3] src/a.ts:10-42 · typescript:src/a.total|FUNCTION`, `[3] report.pdf, page 35 · report.pdf#results/segments`. */
export function evidenceHead(item: Evidence): string {
  const identity = item.nodeKey ?? item.symbol ?? item.section;
  const place = placeInWords(whereaboutsOf(item), (path, first, last) => `${path}:${first}-${last}`);
  return `[${item.n}] ${place}${identity === undefined ? '' : ` · ${identity}`}`;
}

/** The structured, compact form of the graph (003 §6.1): edges between nodes of the evidence, by node key. */
export function formatGraph(graph: Neighborhood, evidence: readonly Evidence[]): string {
  const shown = new Set(evidence.map((item) => item.nodeKey ?? item.id));
  const edges = graph.edges.filter((edge) => shown.has(edge.from) || shown.has(edge.to));
  if (edges.length === 0) return '';
  const lines = edges.slice(0, MAX_EDGES).map((edge) => `${edge.from} -${edge.kind}-> ${edge.to}`);
  const rest = edges.length > MAX_EDGES ? [`… and ${edges.length - MAX_EDGES} more`] : [];
  return ['Relations:', ...lines, ...rest].join('\n');
}
