import type { TurnEvent, TurnEventBody } from '@quarry/turn';
import { followTurn, wishesOf, type Liveness } from './follow';
import { RecordedTerminal } from './testing/recorded-terminal';

function logOf(bodies: readonly TurnEventBody[]): readonly TurnEvent[] {
  return bodies.map((body, at) => ({ id: `1-${at}`, at, body }));
}

const PASS: TurnEventBody = { type: 'pass.started', pass: 1, why: 'search', message: 'Retrieving context…' };
const FINISHED: TurnEventBody = { type: 'turn.finished', outcome: 'answered', reason: 'done' };
const LOG = logOf([{ type: 'turn.started', question: 'why?', pipeline: 'code' }, PASS, FINISHED]);

/** Yields the log event by event, and calls `at` before each. */
async function* growing(
  at: (event: number) => void = () => undefined,
  log: readonly TurnEvent[] = LOG,
): AsyncGenerator<TurnEvent> {
  for (const [index, event] of log.entries()) {
    at(index);
    yield await Promise.resolve(event);
  }
}

describe('the log of a followed turn', () => {
  const follow = async (
    {
      live = 'steps',
      interruptAt = -1,
      cancel = () => Promise.resolve(true),
      log: events = LOG,
    }: {
      readonly live?: Liveness;
      readonly interruptAt?: number;
      readonly cancel?: () => Promise<unknown>;
      readonly log?: readonly TurnEvent[];
    } = {},
    terminal = new RecordedTerminal(),
  ) => {
    let cancelled = 0;
    const log = growing((index) => {
      if (index === interruptAt) terminal.interrupt();
    }, events);
    const counted = () => {
      cancelled++;
      return cancel();
    };
    const followed = await followTurn(log, { terminal, live, cancel: counted });
    return { ...followed, cancelled, ...terminal.said };
  };

  it('is shown on stderr while it grows, and returned in full', async () => {
    const { events, cancelled, out, err } = await follow();
    expect(events).toEqual(LOG);
    expect({ cancelled, out }).toEqual({ cancelled: 0, out: '' });
    expect(err).toMatch(/^question why\?\n\npass 1 {2}search\n/);
  });

  it('is one line for each pass by default', async () => {
    expect((await follow({ live: 'passes' })).err).toBe('pass 1  0 pieces of evidence\n');
  });

  it('is not shown without the live view', async () => {
    expect(await follow({ live: 'off' })).toEqual({
      ...{ events: LOG, streamed: '', cancelled: 0, out: '', err: '' },
    });
  });

  it.each([
    ['passes', true, '\nBy tax.\n'],
    ['steps', true, '\nBy tax.\n'],
    // A pipe gets the finished answer only.
    ['passes', false, ''],
    ['off', true, ''],
  ] as const)('has an answer, shown %s on a terminal (%s) as %j', async (live, isTerminal, out) => {
    const log = logOf([
      PASS,
      { type: 'answer.delta', text: 'By ' },
      { type: 'answer.delta', text: 'tax.' },
      FINISHED,
    ]);
    const shown = await follow({ live, log }, new RecordedTerminal(isTerminal));
    expect(shown).toMatchObject({ out, streamed: out.trim() });
  });

  it.each([0, 1, 2])(
    'is read to its end after Ctrl-C before event %s, which cancels the turn once',
    async (interruptAt) => {
      expect(await follow({ live: 'off', interruptAt })).toMatchObject({ events: LOG, cancelled: 1 });
    },
  );

  it('of a turn that starts after Ctrl-C: cancels it at once', async () => {
    const terminal = new RecordedTerminal();
    terminal.interrupt();
    expect(await follow({ live: 'off' }, terminal)).toMatchObject({ events: LOG, cancelled: 1 });
  });

  it('has ended: Ctrl-C cancels nothing', async () => {
    const terminal = new RecordedTerminal();
    let cancelled = 0;
    const cancel = () => Promise.resolve(cancelled++);
    await followTurn(growing(), { terminal, live: 'off', cancel });
    terminal.interrupt();
    expect(cancelled).toBe(0);
  });

  it('of a turn that cannot be cancelled is read to its end, with a note', async () => {
    const cancel = () => Promise.reject(new Error('gone'));
    const { events, err } = await follow({ live: 'off', interruptAt: 1, cancel });
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
