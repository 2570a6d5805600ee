import { isDeepStrictEqual } from 'node:util';
import { interval, mean } from '@quarry/evaluation';
import type { GoldenQuestion, GoldenRun, RunRow } from '@quarry/golden-store';
import { isQuality, MEASURES } from './measures';

/** One pipeline of one run. */
export interface ComparedSide {
  readonly run: GoldenRun;
  /** `name@digest`, one of those of the run. */
  readonly pipeline: string;
}

/** A measure of both sides, over the questions to which it applies on both. */
export interface MeasureDifference {
  readonly measure: string;
  readonly questions: number;
  readonly base: number;
  readonly with: number;
  /** Mean of `with − base`, question by question, and its 95 % interval by the paired bootstrap. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** A question whose answers differ in quality. */
export interface QuestionDifference {
  readonly question: string;
  readonly text: string;
  /** Measure of quality → `with − base`; equal ones are left out. */
  readonly differences: Readonly<Record<string, number>>;
  readonly base: RunRow;
  readonly with: RunRow;
}

export interface Comparison {
  /** Questions that both sides asked, with the same expectations. */
  readonly questions: number;
  /** Questions that only one side asked, or whose text or expectations changed between the runs. */
  readonly leftOut: number;
  readonly measures: readonly MeasureDifference[];
  /** Questions for which at least one measure of quality is lower, and none is higher. */
  readonly regressions: readonly QuestionDifference[];
  /** Questions for which at least one measure of quality is higher, and none is lower. */
  readonly improvements: readonly QuestionDifference[];
  /** Questions for which some measures are higher and some are lower. */
  readonly mixed: readonly QuestionDifference[];
}

interface Pair {
  readonly asked: GoldenQuestion;
  readonly base: RunRow;
  readonly with: RunRow;
}

/** Smaller differences are rounding errors. */
const NOISE = 1e-9;

/** Compares `other` with `base`, question by question. Pure. */
export function compare(base: ComparedSide, other: ComparedSide): Comparison {
  const pairs = pairsOf(base, other);
  const asked = new Set([...rowsOf(base).keys(), ...rowsOf(other).keys()]);
  const differing = pairs.map(differenceOf).filter(({ differences }) => Object.keys(differences).length > 0);
  const goes = (sign: 1 | -1) => (one: QuestionDifference) =>
    Object.values(one.differences).every((difference) => difference * sign > 0);
  const improvements = differing.filter(goes(1));
  const regressions = differing.filter(goes(-1));
  return {
    questions: pairs.length,
    leftOut: asked.size - pairs.length,
    measures: MEASURES.flatMap((measure) => measureOf(measure, pairs)),
    regressions,
    improvements,
    mixed: differing.filter((one) => !improvements.includes(one) && !regressions.includes(one)),
  };
}

function pairsOf(base: ComparedSide, other: ComparedSide): readonly Pair[] {
  const [rows, questions] = [rowsOf(other), questionsOf(other)];
  const before = rowsOf(base);
  return base.run.questions.flatMap((asked) => {
    const [own, theirs] = [before.get(asked.id), rows.get(asked.id)];
    if (!own || !theirs || !sameExpectations(asked, questions.get(asked.id))) return [];
    return [{ asked, base: own, with: theirs }];
  });
}

function rowsOf({ run, pipeline }: ComparedSide): ReadonlyMap<string, RunRow> {
  const own = run.rows.filter((row) => row.pipeline === pipeline);
  return new Map(own.map((row) => [row.question, row]));
}

function questionsOf({ run }: ComparedSide): ReadonlyMap<string, GoldenQuestion> {
  return new Map(run.questions.map((question) => [question.id, question]));
}

/** A note does not affect the measures. */
function sameExpectations(one: GoldenQuestion, other: GoldenQuestion | undefined): boolean {
  return other !== undefined && isDeepStrictEqual({ ...one, note: '' }, { ...other, note: '' });
}

function measureOf(measure: string, pairs: readonly Pair[]): readonly MeasureDifference[] {
  const values = pairs.flatMap(({ base, with: other }) => {
    const [before, after] = [base.measures[measure], other.measures[measure]];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  if (values.length === 0) return [];
  const differences = values.map(({ before, after }) => after - before);
  const [low, high] = interval(differences);
  return [
    {
      measure,
      questions: values.length,
      base: mean(values.map(({ before }) => before)),
      with: mean(values.map(({ after }) => after)),
      difference: mean(differences),
      low,
      high,
    },
  ];
}

function differenceOf({ asked, base, with: other }: Pair): QuestionDifference {
  const differences = MEASURES.filter(isQuality).flatMap((measure) => {
    const [before, after] = [base.measures[measure], other.measures[measure]];
    if (before === undefined || after === undefined || Math.abs(after - before) < NOISE) return [];
    return [[measure, after - before] as const];
  });
  const { id, text } = asked;
  return { question: id, text, differences: Object.fromEntries(differences), base, with: other };
}
