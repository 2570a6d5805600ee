import { aContext, aTurn } from '@quarry/engine/testing';
import { raiseNeeds } from '@quarry/turn';
import { deadline } from './deadline.rule';

const turn = aTurn({ askedAt: 1_000_000, deadline: 1_100_000, needs: raiseNeeds([], ['parseLine'], 1) });
const at = (now: number) =>
  deadline.judge({
    turn,
    now,
    open: turn.needs,
    settings: aContext().settings,
    embedder: null,
    signal: aContext().signal,
  });

describe('deadline', () => {
  it('reserves the last fifth of the time for the answer, and reports the time left', () => {
    expect(at(1_079_999)).toBeNull();
    expect(at(1_080_000)).toEqual({
      rule: 'deadline',
      reason: 'the time for this question is nearly used up (20 s left)',
    });
  });

  it('never reports negative time', () => {
    expect(at(1_200_000)).toMatchObject({ reason: expect.stringContaining('(0 s left)') as string });
  });
});
