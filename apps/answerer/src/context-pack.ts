import { formatAllEvidence, relationsText } from '@quarry/prompting';
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
  const relations = relationsText(graph, evidence, relationsLimit(limit));
  return packOf([...formatAllEvidence(evidence), relations.text], evidence, relations);
}

/**
 * A context that begins as the one of an earlier pass, followed by the evidence and the relations that are new: the
 * beginning that two prompts share is not computed again by providers that cache prompts. Null if the earlier context
 * was condensed, or is no longer right.
 * @param limit most tokens of the context
 */
export function extendContext(
  before: ContextPack,
  evidence: readonly Evidence[],
  graph: Neighborhood,
  limit: number,
): ContextPack | null {
  if (before.condensed || before.text === '') return null;
  const last = Math.max(0, ...before.items);
  const known = evidence.filter(({ n }) => n <= last);
  const texts = formatAllEvidence(evidence);
  const isSame =
    before.items.length === known.length &&
    evidence.every(({ n }, at) => n > last || before.text.includes(texts[at] ?? ''));
  if (!isSame) return null;
  const { shown, tokens } = before.relations ?? { shown: [], tokens: 0 };
  const room = relationsLimit(limit) - tokens;
  const relations = relationsText(graph, evidence, room, shown);
  const fresh = texts.filter((_, at) => (evidence[at]?.n ?? 0) > last);
  return packOf([before.text, ...fresh, relations.text], evidence, {
    text: relations.text,
    shown: [...shown, ...relations.shown],
    tokens,
  });
}

/** @param relations.tokens of relations in earlier parts */
function packOf(
  parts: readonly string[],
  evidence: readonly Evidence[],
  relations: { readonly text: string; readonly shown: readonly string[]; readonly tokens?: number },
): ContextPack {
  const text = parts.filter((part) => part !== '').join('\n\n');
  const tokens = (relations.tokens ?? 0) + countTokens(relations.text);
  return {
    ...{ text, tokens: countTokens(text), items: evidence.map((item) => item.n), condensed: false },
    ...(relations.shown.length === 0 ? {} : { relations: { shown: relations.shown, tokens } }),
  };
}
