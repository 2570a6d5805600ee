import { litPath } from './lit-path';

const STEPS: readonly { id: string; on: Record<string, string> }[] = [
  { id: 'fetch', on: { ok: 'ask', empty: 'ask' } },
  { id: 'ask', on: { answer: 'done', need: 'guard' } },
  { id: 'guard', on: { again: 'fetch', stop: 'done' } },
  { id: 'done', on: {} },
];
const run = (step: string, outcome: string, ms = 10) => ({ step, outcome, ms });

describe('the lit path of a turn', () => {
  it('counts visits, times and ways', () => {
    const { steps, ways } = litPath(
      [
        run('fetch', 'ok'),
        run('ask', 'need', 100),
        run('guard', 'again'),
        run('fetch', 'empty'),
        run('ask', 'answer', 50),
        run('done', 'ok'),
      ],
      STEPS,
    );
    expect(steps.get('ask')).toEqual({ times: 2, ms: 150 });
    expect(Object.fromEntries(ways)).toEqual({
      'fetch ok': 1,
      'fetch empty': 1,
      'ask need': 1,
      'guard again': 1,
      'ask answer': 1,
    });
  });

  it('lights no way that the pipeline does not have, nor one of a step that was run again', () => {
    const { steps, ways } = litPath(
      [run('fetch', 'ok'), run('fetch', 'ok'), run('gone', 'ok'), run('ask', 'need')],
      STEPS,
    );
    expect(steps.get('fetch')?.times).toBe(2);
    expect(ways.size).toBe(0);
  });
});
