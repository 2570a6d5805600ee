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
  it('stops before another pass of the usual cost would exceed the limit, and not before', async () => {
    expect(await ruling([0.2, 0.2], 0, 1)).toMatchObject({ outcome: 'again' });
    expect(await ruling([0.2, 0.4], 0, 1)).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'cost_budget', reason: '0.6 of 1 is spent; another pass would exceed it' } },
    });
    expect(await ruling([5], 0, 0)).toMatchObject({ outcome: 'again' });
  });

  it('stops where a model has no price, and says which', async () => {
    const { outcome, patch } = await ruling([0.01, null], 0, 1);
    expect(outcome).toBe('stop');
    expect(patch?.stop?.reason).toContain("no price for model 'm'");
  });

  it('never lets a pass begin that would exceed it, at the usual cost of a pass', async () => {
    const cost = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cost, { maxLength: 8 }),
        fc.nat({ max: 3 }),
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        async (costs, loops, limit) => {
          const { outcome } = await ruling(costs, loops, limit);
          const spent = costs.reduce((sum, one) => sum + one, 0);
          expect(outcome).toBe(spent + spent / (loops + 1) <= limit ? 'again' : 'stop');
        },
      ),
    );
  });
});
