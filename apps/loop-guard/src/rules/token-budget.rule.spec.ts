import { aContext, aTurn } from '@quarry/engine/testing';
import { LoopGuardAction } from '../actions/loop-guard.action';
import { NOTHING_SPENT, raiseNeeds } from '@quarry/turn';

const guard = new LoopGuardAction(null);

function ruling(inputTokens: number, outputTokens: number, loops: number, limit: number) {
  const spent = { ...NOTHING_SPENT, loops, inputTokens, outputTokens };
  const turn = aTurn({ spent, needs: raiseNeeds([], ['parseLine'], loops + 1) });
  const settings = { max_turn_tokens: limit, max_turn_loops: 9 };
  return guard.run(turn, { rules: ['token_budget'] }, aContext({ settings }));
}

describe('token_budget', () => {
  it.each([
    [400, 100, 0, 1_000, 'again'],
    [400, 101, 0, 1_000, 'stop'],
    // Three passes used 750 tokens, so a fourth is expected to use 250.
    [600, 150, 2, 1_000, 'again'],
    [600, 151, 2, 1_000, 'stop'],
  ])('%d tokens in and %d out, %d loops, of %d: %s', async (input, output, loops, limit, outcome) => {
    expect((await ruling(input, output, loops, limit)).outcome).toBe(outcome);
  });

  it('does not limit at 0', async () => {
    expect((await ruling(1e9, 1e9, 0, 0)).outcome).toBe('again');
  });
});
