import type { TurnEvent, TurnEventBody } from '@quarry/turn';
import { followTurn, wishesOf } from './follow';
import { RecordedTerminal } from './testing/recorded-terminal';

const LOG: readonly TurnEvent[] = (
  [
    { type: 'turn.started', question: 'why?', pipeline: 'code' },
    { type: 'pass.started', pass: 1, why: 'search', message: 'Retrieving context…' },
    { type: 'turn.finished', outcome: 'answered', reason: 'done' },
  ] satisfies TurnEventBody[]
).map((body, at) => ({ id: `1-${at}`, at, body }));

/** Yields the log event by event, and calls `at` before each. */
async function* growing(at: (event: number) => void = () => undefined): AsyncGenerator<TurnEvent> {
  for (const [index, event] of LOG.entries()) {
    at(index);
    yield await Promise.resolve(event);
  }
}

describe('the log of a followed turn', () => {
  const follow = async (
    { live = true, interruptAt = -1, cancel = () => Promise.resolve<unknown>(true) } = {},
    terminal = new RecordedTerminal(),
  ) => {
    let cancelled = 0;
    const log = growing((index) => {
      if (index === interruptAt) terminal.interrupt();
    });
    const counted = () => {
      cancelled++;
      return cancel();
    };
    const events = await followTurn(log, { terminal, live, cancel: counted });
    return { events, cancelled, ...terminal.said };
  };

  it('is shown on stderr while it grows, and returned in full', async () => {
    const { events, cancelled, out, err } = await follow();
    expect(events).toEqual(LOG);
    expect({ cancelled, out }).toEqual({ cancelled: 0, out: '' });
    expect(err).toMatch(/^question why\?\n\npass 1 {2}search\n/);
  });

  it('is not shown without the live view', async () => {
    expect(await follow({ live: false })).toEqual({ events: LOG, cancelled: 0, out: '', err: '' });
  });

  it.each([0, 1, 2])(
    'is read to its end after Ctrl-C before event %s, which cancels the turn once',
    async (interruptAt) => {
      expect(await follow({ live: false, interruptAt })).toMatchObject({ events: LOG, cancelled: 1 });
    },
  );

  it('of a turn that starts after Ctrl-C: cancels it at once', async () => {
    const terminal = new RecordedTerminal();
    terminal.interrupt();
    expect(await follow({ live: false }, terminal)).toMatchObject({ events: LOG, cancelled: 1 });
  });

  it('has ended: Ctrl-C cancels nothing', async () => {
    const terminal = new RecordedTerminal();
    let cancelled = 0;
    const cancel = () => Promise.resolve(cancelled++);
    await followTurn(growing(), { terminal, live: false, cancel });
    terminal.interrupt();
    expect(cancelled).toBe(0);
  });

  it('of a turn that cannot be cancelled is read to its end, with a note', async () => {
    const cancel = () => Promise.reject(new Error('gone'));
    const { events, err } = await follow({ live: false, interruptAt: 1, cancel });
    expect(events).toEqual(LOG);
    expect(err).toBe('note the turn could not be cancelled: Error: gone\n');
  });
});

describe('the filter and budget of a question', () => {
  it.each([
    [{}, { budget: {} }],
    [{ path: ['src/', 'lib/'] }, { filter: { pathPrefixes: ['src/', 'lib/'] }, budget: {} }],
    [{ language: ['sql'] }, { filter: { languages: ['sql'] }, budget: {} }],
    [
      { path: ['src/'], language: ['sql'] },
      { filter: { pathPrefixes: ['src/'], languages: ['sql'] }, budget: {} },
    ],
    [
      { maxTokens: 1_000, maxCost: 0.05, maxSeconds: 30 },
      { budget: { tokens: 1_000, cost: 0.05, seconds: 30 } },
    ],
    [{ maxSeconds: 30 }, { budget: { seconds: 30 } }],
  ])('%j: %j', (request, wishes) => {
    expect(wishesOf(request)).toEqual(wishes);
  });
});
