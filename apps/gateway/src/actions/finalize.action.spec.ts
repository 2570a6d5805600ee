import { aTurn } from '@quarry/engine/testing';
import { FinalizeAction } from './finalize.action';

describe('finalize', () => {
  it('keeps the end that an earlier step settled', async () => {
    const end = { outcome: 'budget', reason: 'time' } as const;
    expect((await new FinalizeAction().run(aTurn({ end }))).patch?.end).toEqual(end);
  });

  it('settles the end of a pipeline that persists nothing', async () => {
    const result = await new FinalizeAction().run(aTurn());
    expect(result).toMatchObject({ outcome: 'ok', patch: { end: { outcome: 'insufficient' } } });
    expect(result.note).toContain('insufficient');
  });
});
