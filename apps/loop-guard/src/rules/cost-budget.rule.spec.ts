import * as fc from 'fast-check';
import { aContext, aTurn } from '@quarry/engine/testing';
import { raiseNeeds, type PaidCall } from '@quarry/turn';
import { LoopGuardAction } from '../actions/loop-guard.action';

const guard = new LoopGuardAction(null);

function ruling(costs: readonly (number | null)[], loops: number, limit: number) {
  const calls = costs.map((cost): PaidCall => ({
    step: 's',
    model: 'm',
    inputTokens: 1,
    outputTokens: 1,
    cost,
  }));
  const spent = { loops, modelCalls: calls.length, inputTokens: 0, outputTokens: 0, calls };
  const turn = aTurn({ spent, needs: raiseNeeds([], ['Invoice.Cancel'], loops + 1) });
  return guard.run(turn, { rules: ['cost_budget'] }, aContext({ settings: { max_turn_cost: limit } }));
}

describe('cost_budget', () => {
  it('stops exactly when another pass of average cost would exceed the limit', async () => {
    expect(await ruling([0.2, 0.2], 0, 1)).toMatchObject({ outcome: 'again' });
    expect(await ruling([0.5], 0, 1)).toMatchObject({ outcome: 'again' });
    expect(await ruling([0.2, 0.4], 0, 1)).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'cost_budget', reason: '0.6 of 1 is spent; another pass would exceed it' } },
    });
    expect(await ruling([5], 0, 0)).toMatchObject({ outcome: 'again' });
  });

  it('stops if a model has no price, and names it', async () => {
    const { outcome, patch } = await ruling([0.01, null], 0, 1);
    expect(outcome).toBe('stop');
    expect(patch?.stop?.reason).toContain("no price for model 'm'");
  });

  it('never allows a pass that would exceed the limit at average cost', async () => {
    // In thousandths, so that the expectation is exact: exactly at the limit, fractions may round either way.
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 1_000 }), { maxLength: 8 }),
        fc.nat({ max: 3 }),
        fc.integer({ min: 10, max: 4_000 }),
        async (costs, loops, limit) => {
          const spent = costs.reduce((sum, one) => sum + one, 0);
          const wanted = spent * (loops + 2);
          fc.pre(wanted !== limit * (loops + 1));
          const { outcome } = await ruling(
            costs.map((one) => one / 1_000),
            loops,
            limit / 1_000,
          );
          expect(outcome).toBe(wanted < limit * (loops + 1) ? 'again' : 'stop');
        },
      ),
    );
  });
});
