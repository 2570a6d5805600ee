import type { TurnRecord } from '@quarry/history-store';
import { statisticsOf } from './pipeline-statistics';

const stats = {
  passes: 1,
  gapsIdentified: 0,
  gapsResolved: 0,
  recalled: 0,
  modelCalls: 2,
  inputTokens: 100,
  outputTokens: 10,
  ms: 1_000,
};
const record = (change: Partial<TurnRecord> = {}): TurnRecord => ({
  pipeline: 'code@1',
  outcome: 'answered',
  askedAt: 1,
  stats,
  ...change,
});

describe('statisticsOf', () => {
  it('is empty without turns', () => {
    expect(statisticsOf([])).toEqual([]);
  });

  it('sums all versions of a pipeline; a turn without statistics only counts as a turn', () => {
    const all = statisticsOf([
      record(),
      record({
        pipeline: 'code@2',
        stats: { ...stats, passes: 3, gapsIdentified: 4, gapsResolved: 3, recalled: 2, ms: 3_000 },
      }),
      record({ outcome: 'partial', stats: null }),
      record({ pipeline: 'cgrag@1', stats: null }),
    ]);
    expect(all).toEqual([
      {
        pipeline: 'code',
        turns: 3,
        outcomes: { answered: 2, partial: 1 },
        measured: 2,
        passes: [
          { passes: 1, turns: 1 },
          { passes: 3, turns: 1 },
        ],
        gapsIdentified: 4,
        gapsResolved: 3,
        gapResolutionRate: 0.75,
        recallRate: 0.5,
        meanModelCalls: 2,
        meanInputTokens: 100,
        meanOutputTokens: 10,
        meanSeconds: 2,
      },
      expect.objectContaining({ pipeline: 'cgrag', measured: 0, gapResolutionRate: null, meanSeconds: null }),
    ]);
  });
});
