import type { TurnEventBody } from '@quarry/turn';
import { DeltaBuffer } from './delta-buffer';

/** A log that takes `takesMs` milliseconds per event. */
function logOf(takesMs: number, refuses = false) {
  const sent: string[] = [];
  const emit = async (...bodies: readonly TurnEventBody[]): Promise<void> => {
    for (const body of bodies) if (body.type === 'answer.delta') sent.push(body.text);
    await new Promise((taken) => setTimeout(taken, takesMs));
    if (refuses) throw new Error('superseded');
  };
  return { emit, sent };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

test('the first word is sent immediately, and the text that arrives meanwhile follows in one event', async () => {
  const log = logOf(1);
  const deltas = new DeltaBuffer(log);
  deltas.push('One');
  expect(log.sent).toEqual(['One']);
  deltas.push(' two');
  deltas.push(' three');
  expect(log.sent).toEqual(['One']);
  await pass(5);
  expect(log.sent).toEqual(['One', ' two three']);
  await pass(5);
  deltas.push(' four');
  expect(log.sent).toEqual(['One', ' two three', ' four']);
});

test.each([
  { takesMs: 1, events: 50 },
  { takesMs: 20, events: 11 },
  { takesMs: 1_000, events: 1 },
])(
  'a log that takes $takesMs ms per event receives $events events per second',
  async ({ takesMs, events }) => {
    const log = logOf(takesMs);
    const deltas = new DeltaBuffer(log);
    for (let token = 0; token < 50; token++) {
      deltas.push('.');
      await pass(20);
    }
    expect(log.sent).toHaveLength(events);
    const end = deltas.end();
    await pass(2_000);
    await end;
    expect(log.sent.join('')).toBe('.'.repeat(50));
  },
);

test('end() sends the rest without a pause, and no event is empty', async () => {
  const log = logOf(100);
  const deltas = new DeltaBuffer(log);
  deltas.push('');
  deltas.push('a');
  deltas.push('b');
  let ended = false;
  const end = deltas.end().then(() => (ended = true));
  await pass(100);
  expect(ended).toBe(false);
  await pass(100);
  await end;
  expect(log.sent).toEqual(['a', 'b']);
  await new DeltaBuffer(log).end();
});

test('end() interrupts a pause', async () => {
  const log = logOf(50);
  const deltas = new DeltaBuffer(log);
  deltas.push('a');
  await pass(60);
  deltas.push('b');
  expect(log.sent).toEqual(['a']);
  const end = deltas.end();
  await pass(0);
  expect(log.sent).toEqual(['a', 'b']);
  await pass(50);
  await end;
});

test('nothing is sent after a failure, which end() throws', async () => {
  const log = logOf(1, true);
  const deltas = new DeltaBuffer(log);
  deltas.push('a');
  deltas.push('b');
  await pass(10);
  deltas.push('c');
  await pass(10);
  await expect(deltas.end()).rejects.toThrow('superseded');
  expect(log.sent).toEqual(['a']);
});
