import { interval, mean } from '../measures/bootstrap';
import { quantile } from '../measures/quantile';
import { METRICS } from './metric';
import type { MeasuredSystem } from './eval-run';

/** A metric over the questions that it applies to. */
export interface MetricSummary {
  readonly mean: number;
  /** 95 %, by the bootstrap. */
  readonly interval: readonly [number, number];
  /** Number of these questions. */
  readonly questions: number;
  readonly p50: number;
  readonly p95: number;
}

export interface SystemSummary extends Omit<MeasuredSystem, 'questions'> {
  readonly questions: number;
  /** Failed turns. */
  readonly failed: number;
  /** By metric id; excludes metrics that apply to no question. */
  readonly metrics: Readonly<Record<string, MetricSummary>>;
}

export function summarize({ kind, name, store, responder, questions }: MeasuredSystem): SystemSummary {
  const metrics: Record<string, MetricSummary> = {};
  for (const { id } of METRICS) {
    const values = questions.flatMap((question) => question.values[id] ?? []);
    if (values.length === 0) continue;
    metrics[id] = {
      mean: mean(values),
      interval: interval(values),
      questions: values.length,
      p50: quantile(values, 0.5),
      p95: quantile(values, 0.95),
    };
  }
  const failed = questions.filter(({ values }) => values['failed'] === 1).length;
  return { kind, name, store, responder, questions: questions.length, failed, metrics };
}
