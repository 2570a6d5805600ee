import type { ReplayDto } from '@quarry/client';
import { basisOf, differenceInWords, verdictInWords } from './replay-words';

const difference = { at: 6, step: 'fetch', pass: 1, recorded: 'a', cameOut: 'b', what: 'evidence' } as const;
const replay = (more: Partial<ReplayDto>): ReplayDto => ({
  ...{ turnId: 't1', verdict: 'same', model: 'recorded', searches: 'live', difference: null, notes: [] },
  pipeline: { recorded: 'code@1', replayed: 'code@1' },
  steps: { recorded: 27, replayed: 27 },
  spent: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
  ...more,
});

describe('a replay in words', () => {
  it.each([
    [{}, 'Identical: 27 of 27 recorded steps ran again, and the same came out.'],
    [
      { verdict: 'incomplete' as const, steps: { recorded: 27, replayed: 9 } },
      'The same as far as the record goes: 9 of 27 recorded steps ran again.',
    ],
    [{ verdict: 'different' as const, difference }, 'Not the same: step 6 of 27 is the first that differs.'],
  ])('%j', (more, words) => {
    expect(verdictInWords(replay(more))).toBe(words);
  });

  it('says how a step differs, and what stood in for model and index', () => {
    expect(differenceInWords(difference)).toBe('In step “fetch” of pass 1 it brings other evidence.');
    expect(differenceInWords({ ...difference, what: 'prompt' })).toContain('another prompt');
    expect(basisOf({ model: 'extractive', searches: 'recorded' })).toBe(
      'No model had replied; what was found came from the record.',
    );
  });
});
