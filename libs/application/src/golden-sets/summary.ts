import { interval, mean } from '@quarry/evaluation';
import type { PipelineSummary, RunRow } from '@quarry/golden-store';
import { MEASURES } from './measures';

/** How each pipeline of a run did: every measure over the questions that it applies to, with its 95 % interval. */
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
