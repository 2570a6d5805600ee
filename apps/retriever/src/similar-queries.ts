import { cosine, type Embedder } from '@quarry/embedder';
import { normalizeQuery, specificNames } from '@quarry/turn';

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
 * 0.85): equal in canonical form or, with an embedding model, similar in meaning. Queries with different code names or
 * numbers are not compared by meaning, because `Invoice_Create` and `Invoice_Cancel`, or 2010 and 2020, are similar.
 * All vectors come from one batch.
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
  const known = former.map((text, at) => described(text, vectors?.[at]));
  const kept: string[] = [];
  const skipped: SkippedQuery[] = [];
  queries.forEach((query, at) => {
    const own = described(query, vectors?.[former.length + at]);
    const why = sameAs(own, known, threshold);
    if (why !== null) skipped.push({ query, why });
    else {
      kept.push(query);
      known.push(own);
    }
  });
  return { kept, skipped };
}

interface Described {
  readonly text: string;
  readonly form: string;
  /** The code names and numbers in it, in canonical form. */
  readonly names: string;
  readonly vector: Float32Array | undefined;
}

function described(text: string, vector: Float32Array | undefined): Described {
  const numbers = text.match(/\p{Nd}+/gu) ?? [];
  const names = [...specificNames(text).map(normalizeQuery), ...numbers].toSorted().join('\n');
  return { text, form: normalizeQuery(text), names, vector };
}

function sameAs(own: Described, known: readonly Described[], threshold: number): string | null {
  const equal = known.find(({ form }) => form === own.form);
  if (equal) return 'it was searched for before';
  const nearest = known
    .filter(({ names }) => names === own.names)
    .map((other) => ({ other, similarity: cosine(own.vector, other.vector) }))
    .toSorted((a, b) => b.similarity - a.similarity)[0];
  if (!nearest || nearest.similarity <= threshold) return null;
  return `it says the same as '${nearest.other.text}' (similarity ${nearest.similarity.toFixed(2)})`;
}
