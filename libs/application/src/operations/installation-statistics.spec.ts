import type { TurnTotals } from '@quarry/turn-archive';
import { installationStatistics } from './installation-statistics';

function totals(change: Partial<TurnTotals>): TurnTotals {
  return {
    tenant: 'acme',
    pipeline: 'code',
    outcome: 'answered',
    stopRule: null,
    passes: 1,
    turns: 1,
    needs: 0,
    needsResolved: 0,
    modelCalls: 1,
    inputTokens: 10,
    outputTokens: 2,
    cost: 0.1,
    priced: 1,
    ms: 2_000,
    ...change,
  };
}

const ALL = [
  totals({ turns: 3, needs: 4, needsResolved: 3, ms: 9_000 }),
  totals({ passes: 2, outcome: 'insufficient', stopRule: 'stuck', needs: 4, needsResolved: 0 }),
  totals({ pipeline: 'cgrag', cost: 0.2 }),
  totals({ tenant: 'globex', outcome: 'failed', cost: 0, priced: 0 }),
];

describe('statistics of all tenants', () => {
  it('are grouped by tenant and pipeline, most turns first', () => {
    const groups = installationStatistics(ALL, ['tenant', 'pipeline']);
    expect(groups.map(({ tenant, pipeline, turns }) => [tenant, pipeline, turns])).toEqual([
      ['acme', 'code', 4],
      ['acme', 'cgrag', 1],
      ['globex', 'code', 1],
    ]);
    expect(groups[0]).toEqual({
      tenant: 'acme',
      pipeline: 'code',
      turns: 4,
      outcomes: { answered: 3, insufficient: 1 },
      stops: { stuck: 1 },
      passes: [
        { passes: 1, turns: 3 },
        { passes: 2, turns: 1 },
      ],
      gapsIdentified: 8,
      gapsResolved: 3,
      gapResolutionRate: 3 / 8,
      abstentionRate: 1 / 4,
      modelCalls: 2,
      inputTokens: 20,
      outputTokens: 4,
      cost: 0.2,
      priced: 2,
      meanSeconds: 2.75,
    });
  });

  it('are grouped by one of them, or summed over all', () => {
    expect(installationStatistics(ALL, ['tenant'])).toMatchObject([
      { tenant: 'acme', pipeline: null, turns: 5, cost: 0.4 },
      { tenant: 'globex', pipeline: null, turns: 1, gapResolutionRate: null, abstentionRate: 0 },
    ]);
    expect(installationStatistics(ALL, ['pipeline'])).toMatchObject([
      { tenant: null, pipeline: 'code', turns: 5 },
      { tenant: null, pipeline: 'cgrag', turns: 1 },
    ]);
    expect(installationStatistics(ALL, [])).toMatchObject([{ tenant: null, pipeline: null, turns: 6 }]);
    expect(installationStatistics([], [])).toEqual([]);
  });
});
