import { cosine, type Embedder } from '@quarry/embedder';
import { compareRequests, type Need, type ToolCall } from '@quarry/turn';
import type { GuardView } from './rule';

/** An earlier request, in words or as a tool call. */
export interface Asked {
  readonly text: string;
  readonly call?: ToolCall;
}

/** An open request that repeats an earlier one. */
export interface SameRequest<Former extends Asked> {
  readonly need: Need;
  readonly former: Former;
  /** Cosine similarity, 0 to 1; null if the two are equal in canonical form. */
  readonly similarity: number | null;
}

/**
 * Open requests that repeat a former one ({@link compareRequests}); if their words are inconclusive, those with an
 * embedding cosine above `repeat_similarity`. A tool call is only compared with calls of the same tool: after a failed
 * search for a name, a lookup can still succeed. With `missed`, the former requests found nothing.
 */
export async function sameRequests<Former extends Asked>(
  view: GuardView,
  former: readonly Former[],
  options: { readonly missed?: true } = {},
): Promise<readonly SameRequest<Former>[]> {
  const found: SameRequest<Former>[] = [];
  const unclear: Unclear<Former>[] = [];
  for (const need of view.open) {
    const byTool = former.filter(({ call }) => call?.tool === need.call?.tool);
    const compared = byTool.map((item) => ({ item, as: compareRequests(item.text, need.text, options) }));
    const equal = compared.find(({ as }) => as === 'same');
    if (equal) found.push({ need, former: equal.item, similarity: null });
    else if (!need.call || need.call.tool === 'search') {
      const alike = compared.filter(({ as }) => as === 'by_meaning').map(({ item }) => item);
      if (alike.length > 0) unclear.push({ need, former: alike });
    }
  }
  const { embedder } = view;
  if (!embedder || unclear.length === 0) return found;
  return [...found, ...(await near(embedder, view, unclear))];
}

/** A request, and the former ones that may mean the same. */
interface Unclear<Former> {
  readonly need: Need;
  readonly former: readonly Former[];
}

async function near<Former extends Asked>(
  embedder: Embedder,
  { settings, signal }: GuardView,
  unclear: readonly Unclear<Former>[],
): Promise<SameRequest<Former>[]> {
  const texts = [
    ...new Set(unclear.flatMap(({ need, former }) => [need.text, ...former.map(({ text }) => text)])),
  ];
  const vectors = await embedder.embed(texts, { as: 'query', signal });
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at]]));
  return unclear.flatMap(({ need, former }) => {
    const nearest = former
      .map((item) => ({
        need,
        former: item,
        similarity: cosine(vectorOf.get(need.text), vectorOf.get(item.text)),
      }))
      .toSorted((a, b) => b.similarity - a.similarity)[0];
    return nearest && nearest.similarity > settings.repeat_similarity ? [nearest] : [];
  });
}
