import { Workplace } from '../cli/quarry';
import { describeWithRedis } from '../redis/redis-server';
import { runBenchmark } from './run-benchmark';

// Several processes are started; how long that takes is no part of what is tested.
jest.setTimeout(300_000);

interface Streams {
  readonly streams: number;
  readonly turns: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly token: { readonly count: number; readonly p50: number };
}

describeWithRedis('bench:stream', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  it('every token that the model stamped reaches every client, over the real gateway', async () => {
    const ended = await runBenchmark(at, 'stream', [
      ...['--streams', '1,3', '--turns', '1'],
      ...['--tokens', '6', '--every-ms', '5', '--json'],
    ]);
    expect(ended.code === 0 ? '' : ended.out + ended.err).toBe('');
    expect(ended.code).toBe(0);
    const results = JSON.parse(ended.out) as readonly Streams[];
    expect(results.map(({ streams, turns }) => [streams, turns])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    for (const { turns, outcomes, token } of results) {
      // The model writes time stamps, which no evidence has.
      expect(outcomes).toEqual({ insufficient: turns });
      expect(token.count).toBe(6 * turns);
      expect(token.p50).toBeGreaterThan(0);
    }
  });
});
