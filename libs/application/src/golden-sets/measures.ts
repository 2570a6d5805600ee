import { expecting, measureTurn } from '@quarry/evaluation';
import type { GoldenQuestion, Measures } from '@quarry/golden-store';
import type { Turn } from '@quarry/turn';
import { byPlaces, placeName } from './places';

/** Measures of quality, in the order of tables: 0 to 1, higher is better. See docs/golden-sets.md for their meaning. */
const QUALITY = [
  'recall',
  'ndcg10',
  'mrr10',
  'citationPrecision',
  'citationRecall',
  'correct',
  'held',
  'f1',
  'attempted',
  'abstained',
] as const;

/** Measures of cost: lower is better. */
const COST = ['passes', 'modelCalls', 'tokens', 'cost', 'seconds'] as const;

export const MEASURES: readonly string[] = [...QUALITY, ...COST];

export function isQuality(measure: string): boolean {
  return QUALITY.some((one) => one === measure);
}

/**
 * Compares a finished turn with the expectations. A measure that does not apply is absent. Pure.
 * @param seconds duration of the turn; null if unknown
 */
export function measuresOf(question: GoldenQuestion, turn: Turn, seconds: number | null): Measures {
  const { gold, answers, unanswerable } = question;
  const graded = gold.map((place) => ({ document: placeName(place), grade: place.grade }));
  const expected = expecting({ gold: graded, answers, unanswerable });
  const measured = measureTurn(expected, byPlaces(turn, gold), seconds);
  const { retrieval, citations, answer, abstained } = measured;
  const hasGold = gold.some(({ grade }) => grade > 0);
  const known: Readonly<Record<string, number | null | undefined>> = {
    ...(hasGold && retrieval
      ? { recall: retrieval.recall, ndcg10: retrieval.ndcg10, mrr10: retrieval.mrr10 }
      : {}),
    citationPrecision: citations?.precision,
    citationRecall: citations?.recall,
    ...(answer ? { correct: Number(answer.correct), held: Number(answer.held), f1: answer.f1 } : {}),
    ...(unanswerable ? { abstained: Number(abstained) } : { attempted: Number(measured.completed) }),
    passes: measured.passes,
    modelCalls: measured.modelCalls,
    tokens: measured.tokens,
    cost: measured.cost,
    seconds,
  };
  return Object.fromEntries(
    MEASURES.flatMap((measure) => {
      const value = known[measure];
      return typeof value === 'number' ? [[measure, value] as const] : [];
    }),
  );
}
