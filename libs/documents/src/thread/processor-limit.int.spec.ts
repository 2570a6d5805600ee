import { Worker } from 'node:worker_threads';
import { ProcessorLimit } from './processor-limit';

const MINUTE = 60_000;

/** A limit of 10 s, a thread with the CPU time `used`, and the limits that were exceeded. */
function watching() {
  const thread = { used: 0, cpuUsage: () => Promise.resolve({ user: thread.used * 1_000, system: 0 }) };
  const given: string[] = [];
  const limit: ProcessorLimit = new ProcessorLimit(10_000, (within) => {
    given.push(within);
    limit.rest();
  });
  return { thread, given, limit };
}

describe('ProcessorLimit', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts the CPU time of a thread, not the wall-clock time', async () => {
    const { thread, given, limit } = watching();
    thread.used = 7_000;
    limit.watch(thread, 7_000);
    for (let minute = 1; minute <= 50; minute++) {
      thread.used += 200;
      await jest.advanceTimersByTimeAsync(MINUTE);
    }
    expect(given).toEqual([]);
    thread.used += 1;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(given).toEqual(['10 s of CPU time']);
  });

  it('rejects work that exceeded its limit between two checks', () => {
    const { thread, given, limit } = watching();
    limit.watch(thread, 5_000);
    expect(limit.allows(15_000)).toBe(true);
    expect(limit.allows(15_001)).toBe(false);
    expect(given).toEqual(['10 s of CPU time']);
  });

  it('does not count the start of the thread or the previous file', async () => {
    const { thread, given, limit } = watching();
    limit.watch(thread, null);
    thread.used = 30_000;
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(limit.allows(30_000)).toBe(true);
    let answer = (): void => undefined;
    const late = new Promise<NodeJS.CpuUsage>((resolve) => {
      answer = () => {
        resolve({ user: 99e6, system: 0 });
      };
    });
    limit.watch({ cpuUsage: () => late }, 30_000);
    await jest.advanceTimersByTimeAsync(1_000);
    limit.watch(thread, 30_000);
    answer();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(given).toEqual([]);
  });

  it('gives up after an hour of checks without CPU time or without a response', async () => {
    const { thread, given, limit } = watching();
    limit.watch(thread, 0);
    await jest.advanceTimersByTimeAsync(60 * MINUTE);
    expect(given).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(given).toEqual(['an hour']);
    limit.watch({ cpuUsage: () => new Promise<never>(() => undefined) }, 0);
    await jest.advanceTimersByTimeAsync(61 * MINUTE);
    expect(given).toEqual(['an hour', 'an hour']);
  });

  it('leaves the handling of a dead thread to its owner', async () => {
    const { given, limit } = watching();
    limit.watch({ cpuUsage: () => Promise.reject(new Error('not running')) }, 0);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(given).toEqual([]);
    limit.rest();
    expect(jest.getTimerCount()).toBe(0);
  });
});

/** Never ends: in JavaScript, in WebAssembly, and in a regular expression. */
const ENDLESS = {
  JavaScript: 'for (;;);',
  WebAssembly: `const code = [0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11];
    new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.f();`,
  'a regular expression': `/^(a+)+$/.test('a'.repeat(60) + 'b')`,
};

describe('a thread in an endless loop', () => {
  it.each(Object.entries(ENDLESS))('is detected by its CPU time in %s', async (_, code) => {
    const thread = new Worker(code, { eval: true });
    const within = await new Promise<string>((resolve) => {
      const limit: ProcessorLimit = new ProcessorLimit(200, (reason) => {
        limit.rest();
        resolve(reason);
      });
      limit.watch(thread, 0);
    });
    expect(within).toBe('0.2 s of CPU time');
    await thread.terminate();
  });
});
