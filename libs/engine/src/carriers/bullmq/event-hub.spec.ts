import type { Redis } from 'ioredis';
import { EventHub } from './event-hub';

/** Redis as the hub sees it: one read that blocks until it is interrupted. */
class BlockingReads {
  /** Keys that the read in progress waits for. */
  waitsFor: readonly string[] = [];
  private interrupt: () => void = () => undefined;

  readonly hub = {
    on: () => undefined,
    client: async () => 7,
    xread: (...words: string[]) => {
      const named = words.slice(words.indexOf('STREAMS') + 1);
      this.waitsFor = named.slice(0, named.length / 2);
      return new Promise<null>((done) => {
        this.interrupt = () => done(null);
      });
    },
  } as unknown as Redis;

  heard<T>(_redis: Redis, command: Promise<T>): Promise<T> {
    return command;
  }

  async door<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    return command({ client: async () => this.interrupt() } as unknown as Redis);
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('when turns constantly come and go, each is waited for within milliseconds', async () => {
  const reads = new BlockingReads();
  const hub = new EventHub(reads, {
    events: (id) => `ev:${id}`,
  });
  for (let n = 0; n < 50; n++) {
    const subscription = hub.subscribe(`t${n}`, '0-0');
    await jest.advanceTimersByTimeAsync(4);
    expect(reads.waitsFor).toContain(`ev:t${n}`);
    hub.unsubscribe(`t${n}`, subscription);
  }
  hub.close();
});

test('a read that has not arrived when it is interrupted is interrupted again', async () => {
  const reads = new BlockingReads();
  const hub = new EventHub(reads, {
    events: (id) => `ev:${id}`,
  });
  hub.subscribe('one', '0-0');
  await jest.advanceTimersByTimeAsync(0);
  const interrupted = jest
    .spyOn(reads, 'door')
    .mockImplementationOnce(async () => undefined)
    .mockImplementationOnce(async () => {
      throw new Error('Redis is away');
    });
  hub.subscribe('other', '0-0');
  await jest.advanceTimersByTimeAsync(4);
  expect(reads.waitsFor).toEqual(['ev:one']);
  await jest.advanceTimersByTimeAsync(20);
  expect(reads.waitsFor).toEqual(['ev:one', 'ev:other']);
  expect(interrupted).toHaveBeenCalledTimes(3);
  hub.close();
});
