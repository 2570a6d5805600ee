import { formatEvidence, relationsText } from '@quarry/prompting';
import { type ContextPack, countTokens, type Evidence, type Neighborhood, type Turn } from '@quarry/turn';

/** The evidence for the answer: all, or the most relevant of all passes if the plan sets a limit (002 §2, step 6). */
export function evidenceFor(turn: Pick<Turn, 'evidence' | 'plan'>): readonly Evidence[] {
  const limit = turn.plan?.limit ?? Infinity;
  if (turn.evidence.length <= limit) return turn.evidence;
  const best = turn.evidence.toSorted(byRelevance).slice(0, limit);
  return turn.evidence.filter((item) => best.includes(item));
}

/** Most relevant first; at equal relevance, later passes first, because they found what was requested. */
export function byRelevance(a: Evidence, b: Evidence): number {
  return b.relevance - a.relevance || b.pass - a.pass || a.n - b.n;
}

/** For contexts without relations. */
export const NO_GRAPH: Neighborhood = { entries: [], nodes: [], edges: [] };

/** Share of a context that relations of the code graph may take. */
const RELATIONS_SHARE = 0.2;

/** Most tokens of the relations in a context of at most `limit` tokens. */
export function relationsLimit(limit: number): number {
  return Math.floor(limit * RELATIONS_SHARE);
}

/**
 * Evidence in the order of its numbers, then the relations of the graph within their share.
 * @param limit most tokens of the context
 */
export function composeContext(
  evidence: readonly Evidence[],
  graph: Neighborhood,
  limit: number,
): ContextPack {
  const relations = relationsText(graph, evidence, relationsLimit(limit)).text;
  const parts = [...evidence.map(formatEvidence), relations].filter((part) => part !== '');
  const text = parts.join('\n\n');
  return { text, tokens: countTokens(text), items: evidence.map((item) => item.n), condensed: false };
}
