import type { MeasureDifferenceDto, RunSummaryDto } from '@quarry/client';
import { count, decimal, money, percent } from '../../format/number';
import { t } from '../../language/messages';

interface Measure {
  /** As a column names it. */
  readonly title: string;
  readonly show: (value: number) => string;
}

const SHARE = (value: number): string => percent(value);
const PLAIN = (value: number): string => decimal(value, 2);

/** The measures of docs/golden-sets.md, in the order in which a page shows them. */
const MEASURES: Readonly<Record<string, Measure>> = {
  correct: { title: t('Correct'), show: SHARE },
  held: { title: t('Answer held'), show: SHARE },
  recall: { title: t('Gold found'), show: SHARE },
  citationPrecision: { title: t('Citations right'), show: SHARE },
  citationRecall: { title: t('Gold cited'), show: SHARE },
  abstained: { title: t('Abstained rightly'), show: SHARE },
  attempted: { title: t('Attempted'), show: SHARE },
  f1: { title: 'F1', show: PLAIN },
  ndcg10: { title: 'nDCG@10', show: PLAIN },
  mrr10: { title: 'MRR@10', show: PLAIN },
  passes: { title: t('Passes'), show: PLAIN },
  modelCalls: { title: t('Model calls'), show: PLAIN },
  tokens: { title: t('Tokens'), show: count },
  cost: { title: t('Cost'), show: money },
  seconds: { title: t('Seconds'), show: PLAIN },
};

const ORDER = Object.keys(MEASURES);

/** Names of measures in the order of {@link MEASURES}; unknown ones last. */
export function inOrder(names: Iterable<string>): readonly string[] {
  const placeOf = (name: string): number => (ORDER.indexOf(name) < 0 ? ORDER.length : ORDER.indexOf(name));
  return [...new Set(names)].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The value of a measure in words; a dash where it does not apply. */
export function shown(measure: string, value: number | undefined): string {
  if (value === undefined) return '–';
  return (MEASURES[measure]?.show ?? PLAIN)(value);
}

/** A difference with its sign: `+12 %`. */
export function shownDifference(measure: string, value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return `${sign}${shown(measure, Math.abs(value))}`;
}

/** Fewer questions that all differ in one direction are no evidence: six heads in a row are 3 %. */
const FEWEST = 6;

/** Whether a difference may be chance, by its 95 % interval. The interval of a few questions is too narrow to tell. */
export function chanceOf(
  of: Pick<MeasureDifferenceDto, 'low' | 'high' | 'questions'>,
): 'possible' | 'too few questions' | 'unlikely' {
  if (of.low <= 0 && of.high >= 0) return 'possible';
  return of.questions < FEWEST ? 'too few questions' : 'unlikely';
}

export function titleOf(measure: string): string {
  return MEASURES[measure]?.title ?? measure;
}

/** The name of a pipeline without the digest of its version: `code` of `code@1f2e3d`. */
export function pipelineName(pipeline: string): string {
  return pipeline.split('@')[0] ?? pipeline;
}

/** A value of a measure in a run, for a trend. */
export interface TrendPoint {
  readonly run: string;
  readonly at: string;
  readonly value: number;
}

/** The means of a measure by pipeline, oldest first; of runs that have finished. */
export function trendOf(
  runs: readonly Pick<RunSummaryDto, 'id' | 'createdAt' | 'summary'>[],
  measure: string,
): ReadonlyMap<string, readonly TrendPoint[]> {
  const points = new Map<string, TrendPoint[]>();
  for (const { id, createdAt, summary } of runs.toReversed())
    for (const { pipeline, measures } of summary) {
      const value = measures.find((each) => each.measure === measure)?.mean;
      if (value === undefined) continue;
      const name = pipelineName(pipeline);
      points.set(name, [...(points.get(name) ?? []), { run: id, at: createdAt, value }]);
    }
  return points;
}
