import { aContext, aTurn } from '@quarry/engine/testing';
import { ChooseItemsAction } from './choose-items.action';

describe('choose_items', () => {
  it.each([
    [false, 'one'],
    [true, 'many'],
  ])('with parallel_first_iteration %s: %s', async (parallel_first_iteration, outcome) => {
    const context = aContext({ settings: { parallel_first_iteration } });
    expect(await new ChooseItemsAction().run(aTurn(), {}, context)).toMatchObject({ outcome });
  });
});
