import { cosine, type Embedder } from '@quarry/embedder';
import { normalizeQuery, specificNames, type Need, type ToolCall } from '@quarry/turn';
import type { GuardView } from './rule';

/** What was asked for before: in words, or by calling a tool. */
export interface Asked {
  readonly text: string;
  readonly call?: ToolCall;
}

/** An open request that says the same as an earlier one. */
export interface SameRequest<Former extends Asked> {
  readonly need: Need;
  readonly former: Former;
  /** Cosine similarity, 0 to 1; null where the two are equal in canonical form. */
  readonly similarity: number | null;
}

/**
 * Open requests that say the same as a former one: equal in canonical form (case, white space, quotes, path separators), or
 * by embedding, cosine above `repeat_similarity`. Requests by name are compared as names only, since `Invoice_Create` and
 * `Invoice_Cancel` are near in meaning; with `byNames`, other words around the same names do not matter. A call of a tool is compared with
 * calls of that tool alone: who searched for a name in vain may still look it up.
 */
export async function sameRequests<Former extends Asked>(
  view: GuardView,
  former: readonly Former[],
  options: { readonly byNames?: true } = {},
): Promise<readonly SameRequest<Former>[]> {
  const forms = ({ text, call }: Asked): string[] =>
    [normalizeQuery(text), options.byNames ? namesOnly(text) : '']
      .filter((form) => form !== '')
      .map((form) => `${call?.tool ?? ''} ${form}`);
  const canonical = new Map(former.flatMap((item) => forms(item).map((form) => [form, item])));
  const found: SameRequest<Former>[] = [];
  const fuzzy: Need[] = [];
  for (const need of view.open) {
    const equal = forms(need).flatMap((form) => canonical.get(form) ?? [])[0];
    if (equal) found.push({ need, former: equal, similarity: null });
    else if (isGeneral(need)) fuzzy.push(need);
  }
  const general = former.filter(isGeneral);
  const { embedder } = view;
  if (!embedder || fuzzy.length === 0 || general.length === 0) return found;
  return [...found, ...(await near(embedder, view, fuzzy, general))];
}

async function near<Former extends Asked>(
  embedder: Embedder,
  { settings, signal }: GuardView,
  needs: readonly Need[],
  former: readonly Former[],
): Promise<SameRequest<Former>[]> {
  const texts = [...needs, ...former].map(({ text }) => text);
  const vectors = await embedder.embed(texts, { as: 'query', signal });
  return needs.flatMap((need, index) => {
    const nearest = former
      .map((item, at) => ({
        need,
        former: item,
        similarity: cosine(vectors[index], vectors[needs.length + at]),
      }))
      .filter((pair) => pair.former.call?.tool === need.call?.tool)
      .toSorted((a, b) => b.similarity - a.similarity)[0];
    return nearest && nearest.similarity > settings.repeat_similarity ? [nearest] : [];
  });
}

/** The names in a text, in canonical form and order; empty where it has none. */
function namesOnly(text: string): string {
  return specificNames(text).map(normalizeQuery).toSorted().join(' ');
}

/** True for requests in words: neither names nor places are near one another in meaning. */
function isGeneral({ text, call }: Asked): boolean {
  return (!call || call.tool === 'search') && specificNames(text).length === 0;
}
