import {
  mean,
  ndcg,
  onePass,
  overlap,
  type Baseline,
  type GoldQuestion,
  type Searched,
} from '@quarry/evaluation';
import type { VectorIndexType } from '@quarry/search-index';
import type { Both } from './timed';

/** How similar the top ten documents of both stores are, over all questions. */
export interface Likeness {
  readonly way: Baseline;
  /** Vector index of the server; the embedded store compares all vectors. */
  readonly vectorIndex: VectorIndexType | null;
  /** Share of the ten that both stores found: mean, lowest, and the share of questions for which it is 1. */
  readonly overlap: { readonly mean: number; readonly lowest: number; readonly same: number };
  readonly ndcg: Both<number>;
}

/** Number of documents to compare. */
const TOP = 10;

/** The documents that each way finds, for each question. */
export type Found = readonly Partial<Record<Baseline, readonly string[]>>[];

export async function findAll(
  searched: Searched,
  questions: readonly GoldQuestion[],
  onQuestion: (at: number) => void,
): Promise<Found> {
  const found: Partial<Record<Baseline, readonly string[]>>[] = [];
  for (const [at, { text }] of questions.entries()) {
    onQuestion(at);
    found.push(await onePass(searched, text, TOP));
  }
  return found;
}

export function likenessOf(
  way: Baseline,
  vectorIndex: VectorIndexType | null,
  questions: readonly GoldQuestion[],
  { embedded, server }: Both<Found>,
): Likeness {
  const shares = questions.map((_question, at) =>
    overlap(embedded[at]?.[way] ?? [], server[at]?.[way] ?? []),
  );
  const gain = (found: Found) =>
    mean(questions.map(({ gold }, at) => ndcg(gold, found[at]?.[way] ?? [], TOP)));
  return {
    way,
    vectorIndex,
    overlap: {
      mean: mean(shares),
      lowest: Math.min(...shares),
      same: mean(shares.map((share) => (share === 1 ? 1 : 0))),
    },
    ndcg: { embedded: gain(embedded), server: gain(server) },
  };
}
