import { cosine, type Embedder } from '@quarry/embedder';
import { compareRequests } from '@quarry/turn';

/** A skipped query, and the reason as a clause. */
export interface SkippedQuery {
  readonly query: string;
  readonly why: string;
}

export interface SplitQueries {
  readonly kept: readonly string[];
  readonly skipped: readonly SkippedQuery[];
}

/** How queries are compared: an embedding model, and the cosine similarity above which two queries are equivalent. */
export interface Nearness {
  readonly embedder: Embedder | null;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/**
 * Removes queries that repeat one of `former` or an earlier query of the list (004, "Deduplication": cosine above
 * 0.85): the same by {@link compareRequests} or, where that leaves it open and there is an embedding model, similar in
 * meaning. All vectors come from one batch.
 */
export async function withoutSimilar(
  queries: readonly string[],
  former: readonly string[],
  { embedder, threshold, signal }: Nearness,
): Promise<SplitQueries> {
  const texts = [...former, ...queries];
  const vectors =
    embedder && texts.length > 1 && queries.length > 0
      ? await embedder.embed(texts, { as: 'query', signal })
      : null;
  const known = former.map((text, at): Embedded => ({ text, vector: vectors?.[at] }));
  const kept: string[] = [];
  const skipped: SkippedQuery[] = [];
  queries.forEach((query, at) => {
    const own: Embedded = { text: query, vector: vectors?.[former.length + at] };
    const why = sameAs(own, known, threshold);
    if (why !== null) skipped.push({ query, why });
    else {
      kept.push(query);
      known.push(own);
    }
  });
  return { kept, skipped };
}

interface Embedded {
  readonly text: string;
  readonly vector: Float32Array | undefined;
}

function sameAs(own: Embedded, known: readonly Embedded[], threshold: number): string | null {
  const compared = known.map((other) => ({ other, as: compareRequests(other.text, own.text) }));
  if (compared.some(({ as }) => as === 'same')) return 'it was searched for before';
  const nearest = compared
    .filter(({ as }) => as === 'by_meaning')
    .map(({ other }) => ({ other, similarity: cosine(own.vector, other.vector) }))
    .toSorted((a, b) => b.similarity - a.similarity)[0];
  if (!nearest || nearest.similarity <= threshold) return null;
  return `it says the same as '${nearest.other.text}' (similarity ${nearest.similarity.toFixed(2)})`;
}
