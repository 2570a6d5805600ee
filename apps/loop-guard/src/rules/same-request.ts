import { cosine, type Embedder } from '@quarry/embedder';
import { normalizeQuery, specificNames, type Need, type ToolCall } from '@quarry/turn';
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
 * Open requests that repeat a former one: equal in canonical form (case, white space, quotes, path separators), or with
 * an embedding cosine above `repeat_similarity`. Requests by name are compared only as names, because `Invoice_Create`
 * and `Invoice_Cancel` are similar in meaning; with `byNames`, other words around the same names are ignored. A tool
 * call is only compared with calls of the same tool: after a failed search for a name, a lookup can still succeed.
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

/** The names in a text, in canonical form and order; empty without names. */
function namesOnly(text: string): string {
  return specificNames(text).map(normalizeQuery).toSorted().join(' ');
}

/** Whether a request is in words. Names and places cannot be compared by meaning. */
function isGeneral({ text, call }: Asked): boolean {
  return (!call || call.tool === 'search') && specificNames(text).length === 0;
}
