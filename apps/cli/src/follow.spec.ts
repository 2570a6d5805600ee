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

/** The log, one event after the other; `at` is called before each. */
async function* growing(at: (event: number) => void = () => undefined): AsyncGenerator<TurnEvent> {
  for (const [index, event] of LOG.entries()) {
    at(index);
    yield await Promise.resolve(event);
  }
}

describe('the log of a turn that is followed', () => {
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

  it('is shown on stderr while it grows, and comes back whole', async () => {
    const { events, cancelled, out, err } = await follow();
    expect(events).toEqual(LOG);
    expect({ cancelled, out }).toEqual({ cancelled: 0, out: '' });
    expect(err).toMatch(/^question why\?\n\npass 1 {2}search\n/);
  });

  it('is not shown where nobody wants to see it', async () => {
    expect(await follow({ live: false })).toEqual({ events: LOG, cancelled: 0, out: '', err: '' });
  });

  it.each([0, 1, 2])(
    'Ctrl-C before event %s cancels the turn, once, and reads on to the end',
    async (interruptAt) => {
      expect(await follow({ live: false, interruptAt })).toMatchObject({ events: LOG, cancelled: 1 });
    },
  );

  it('a turn that begins after Ctrl-C is cancelled at once', async () => {
    const terminal = new RecordedTerminal();
    terminal.interrupt();
    expect(await follow({ live: false }, terminal)).toMatchObject({ events: LOG, cancelled: 1 });
  });

  it('Ctrl-C after its end cancels nothing', async () => {
    const terminal = new RecordedTerminal();
    let cancelled = 0;
    const cancel = () => Promise.resolve(cancelled++);
    await followTurn(growing(), { terminal, live: false, cancel });
    terminal.interrupt();
    expect(cancelled).toBe(0);
  });

  it('that cannot be cancelled: it is said, and followed to its end', async () => {
    const cancel = () => Promise.reject(new Error('gone'));
    const { events, err } = await follow({ live: false, interruptAt: 1, cancel });
    expect(events).toEqual(LOG);
    expect(err).toBe('note the turn could not be cancelled: Error: gone\n');
  });
});

describe('what a question is limited to', () => {
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
