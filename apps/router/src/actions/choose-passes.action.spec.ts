import { aContext, aTurn } from '@quarry/engine/testing';
import { ChoosePassesAction } from './choose-passes.action';

describe('router.choose_passes', () => {
  it.each([
    [0, 'one'],
    [1, 'more'],
    [20, 'more'],
  ])('max_turn_loops: %i means %s', async (max_turn_loops, outcome) => {
    const context = aContext({ settings: { max_turn_loops } });
    expect((await new ChoosePassesAction().run(aTurn(), {}, context)).outcome).toBe(outcome);
  });
});
