import { chanceOf, inOrder, pipelineName, shown, shownDifference, trendOf } from './measures';

const run = (id: string, pipeline: string, mean?: number) => ({
  ...{ id, createdAt: `2026-01-0${id}T00:00:00Z` },
  summary: [
    {
      ...{ pipeline, questions: 2, failed: 0 },
      measures: mean === undefined ? [] : [{ measure: 'recall', mean, low: mean, high: mean, questions: 2 }],
    },
  ],
});

describe('measures of a run', () => {
  it('are shown as shares, counts and amounts, and a dash where they do not apply', () => {
    expect(shown('recall', 0.756)).toBe('76 %');
    expect(shown('tokens', 12_345.6)).toBe('12,346');
    expect(shown('mrr10', 0.5)).toBe('0.50');
    expect(shown('correct', undefined)).toBe('–');
    expect(shown('of a later version', 1)).toBe('1.00');
  });

  it('differ with a sign', () => {
    expect(shownDifference('recall', -0.25)).toBe('−25 %');
    expect(shownDifference('tokens', 40)).toBe('+40');
    expect(shownDifference('recall', 0)).toBe('±0 %');
  });

  it.each([
    [{ low: -0.1, high: 0.3, questions: 50 }, 'possible'],
    [{ low: 0, high: 0.3, questions: 50 }, 'possible'],
    [{ low: 0.1, high: 0.3, questions: 6 }, 'unlikely'],
    [{ low: -0.3, high: -0.1, questions: 6 }, 'unlikely'],
    [{ low: 0.25, high: 0.25, questions: 1 }, 'too few questions'],
  ] as const)('differ by chance: %o is %s', (of, chance) => {
    expect(chanceOf(of)).toBe(chance);
  });

  it('are in one order, quality first', () => {
    expect(inOrder(['seconds', 'new', 'recall', 'correct', 'recall'])).toEqual([
      ...['correct', 'recall', 'seconds', 'new'],
    ]);
  });

  it('become a trend by pipeline over its versions, oldest first', () => {
    const runs = [run('3', 'code@c', 0.9), run('2', 'cgrag@b'), run('1', 'code@a', 0.5)];
    expect([...trendOf(runs, 'recall')]).toEqual([
      [
        'code',
        [
          { run: '1', at: '2026-01-01T00:00:00Z', value: 0.5 },
          { run: '3', at: '2026-01-03T00:00:00Z', value: 0.9 },
        ],
      ],
    ]);
    expect(pipelineName('code@1f2e')).toBe('code');
  });
});
