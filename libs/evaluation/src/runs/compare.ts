import { Fault } from '@quarry/turn';
import { interval, mean } from '../measures/bootstrap';
import { systemName, type EvalRun, type MeasuredSystem } from './eval-run';
import { METRICS, type Metric } from './metric';

/** One metric of the same questions, before and after. */
export interface Difference {
  readonly metric: string;
  readonly before: number;
  readonly after: number;
  /** Mean of the paired differences, after minus before, and its 95 % interval by the bootstrap. */
  readonly difference: number;
  readonly interval: readonly [number, number];
  /** Questions that both measured. */
  readonly questions: number;
  /** Ids of the questions that got worse, and the number that got better. */
  readonly worse: readonly string[];
  readonly better: number;
  /** True if it got worse, by the chosen rule. */
  readonly regressed: boolean;
}

/** One system in two runs. */
export interface SystemComparison {
  readonly system: string;
  readonly differences: readonly Difference[];
}

export interface CompareOptions {
  /**
   * Largest drop of a mean, 0..1, that is not a regression. Without it, a metric regresses if the whole interval of its
   * difference is on the worse side of 0.
   */
  readonly maxDrop?: number;
}

/** Paired differences of all metrics that both have, question by question. */
export function differencesOf(
  before: MeasuredSystem,
  after: MeasuredSystem,
  options: CompareOptions = {},
): readonly Difference[] {
  const earlier = new Map(before.questions.map(({ id, values }) => [id, values]));
  return METRICS.flatMap((metric) => {
    const pairs = after.questions.flatMap(({ id, values }) => {
      const [was, is] = [earlier.get(id)?.[metric.id], values[metric.id]];
      return typeof was === 'number' && typeof is === 'number' ? [{ id, was, is }] : [];
    });
    return pairs.length === 0 ? [] : [differenceOf(metric, pairs, options)];
  });
}

interface Pair {
  readonly id: string;
  readonly was: number;
  readonly is: number;
}

function differenceOf(metric: Metric, pairs: readonly Pair[], { maxDrop }: CompareOptions): Difference {
  const sign = metric.better === 'higher' ? 1 : -1;
  const changes = pairs.map(({ was, is }) => is - was);
  const [low, high] = interval(changes);
  const difference = mean(changes);
  const isWorse =
    maxDrop === undefined ? (sign === 1 ? high < 0 : low > 0) : sign * difference < -maxDrop - Number.EPSILON;
  return {
    metric: metric.id,
    before: mean(pairs.map(({ was }) => was)),
    after: mean(pairs.map(({ is }) => is)),
    difference,
    interval: [low, high],
    questions: pairs.length,
    worse: pairs.filter(({ was, is }) => sign * (is - was) < 0).map(({ id }) => id),
    better: pairs.filter(({ was, is }) => sign * (is - was) > 0).length,
    regressed: metric.gates && isWorse,
  };
}

/**
 * Compares a run with an earlier one, system by system.
 * @throws Fault `bad_request` if their questions differ, or they have no system in common
 *
 * @example
 * const [comparison] = compareRuns(stored, current);
 * const worse = comparison?.differences.filter(({ regressed }) => regressed);
 */
export function compareRuns(
  before: EvalRun,
  after: EvalRun,
  options: CompareOptions = {},
): readonly SystemComparison[] {
  checkSameQuestions(before, after);
  const earlier = new Map(before.systems.map((system) => [keyOf(system), system]));
  const compared = after.systems.flatMap((system) => {
    const was = earlier.get(keyOf(system));
    return was ? [{ system: systemName(system), differences: differencesOf(was, system, options) }] : [];
  });
  if (compared.length > 0) return compared;
  const names = (run: EvalRun): string => run.systems.map(systemName).join(', ');
  throw new Fault(
    'bad_request',
    `The stored run has nothing to compare with: it measured ${names(before)}, this one ${names(after)}.`,
  );
}

/** @throws Fault `bad_request` that says how the questions differ */
export function checkSameQuestions(before: Pick<EvalRun, 'set'>, after: Pick<EvalRun, 'set'>): void {
  const [was, is] = [before.set, after.set];
  if (was.fingerprint === is.fingerprint) return;
  const called = ({ name, split, questions }: EvalRun['set']): string =>
    `${questions} questions of ${name}${split === null ? '' : ` (${split})`}`;
  const what =
    called(was) === called(is)
      ? `${called(was)} as well, but other ones, or others are right now`
      : `${called(was)}, this one ${called(is)}`;
  throw new Fault(
    'bad_request',
    `The stored run cannot be compared: it measured ${what}. Ask the same questions (--split, --limit, --query-field), or save a new run.`,
  );
}

function keyOf({ kind, name, store, responder }: MeasuredSystem): string {
  return JSON.stringify([kind, name, store, responder]);
}
