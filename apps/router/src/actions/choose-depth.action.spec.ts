import { aContext, aTurn } from '@quarry/engine/testing';
import type { Depth } from '@quarry/turn';
import { ChooseDepthAction } from './choose-depth.action';

const run = (depth: Depth, useMultiStep: boolean) =>
  new ChooseDepthAction().run(
    aTurn({ options: { depth, budget: {} } }),
    {},
    aContext({ settings: { use_multi_step: useMultiStep } }),
  );

describe('router.choose_depth', () => {
  it.each(['fast', 'auto', 'deep'] as const)('branches by the requested depth: %s', async (depth) => {
    expect((await run(depth, true)).outcome).toBe(depth);
  });

  it('treats use_multi_step: false of the pipeline as fast (002 §3)', async () => {
    expect(await run('deep', false)).toMatchObject({ outcome: 'fast', note: 'fast (use_multi_step: false)' });
  });
});
