import { interval, mean } from '@quarry/evaluation';
import type { PipelineSummary, RunRow } from '@quarry/golden-store';
import { MEASURES } from './measures';

/**
 * The result of each pipeline of a run: every measure over the questions to which it applies, with its 95 % interval.
 */
export function summaryOf(pipelines: readonly string[], rows: readonly RunRow[]): readonly PipelineSummary[] {
  return pipelines.map((pipeline) => {
    const own = rows.filter((row) => row.pipeline === pipeline);
    const measures = MEASURES.flatMap((measure) => {
      const values = own.flatMap((row) => row.measures[measure] ?? []);
      if (values.length === 0) return [];
      const [low, high] = interval(values);
      return [{ measure, mean: mean(values), low, high, questions: values.length }];
    });
    const failed = own.filter(({ outcome }) => outcome === 'failed').length;
    return { pipeline, questions: own.length, failed, measures };
  });
}
