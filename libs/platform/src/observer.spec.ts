import { NOBODY } from '@quarry/engine';
import { Fault } from '@quarry/turn';
import { observed, type PlatformObserver } from './observer';

/** A store that keeps its state private, as adapters do. */
class Counter {
  #count = 0;

  async add(n: number): Promise<number> {
    if (n < 0) throw new Fault('index_missing', 'none');
    if (n === 0) throw new TypeError('zero');
    return (this.#count += n);
  }

  async *export(): AsyncGenerator<number> {
    yield this.#count;
  }

  async close(): Promise<void> {
    this.#count = -1;
  }
}

describe('a store that is observed', () => {
  const calls: unknown[][] = [];
  const observer: PlatformObserver = {
    ...NOBODY,
    turnEnded: () => undefined,
    storeCalled: (...call) => calls.push(call),
  };
  const store = observed(new Counter(), 'graph', observer);
  beforeEach(() => {
    calls.length = 0;
  });

  it('answers as before, and tells how long it took', async () => {
    expect(await store.add(2)).toBe(2);
    expect(await store.add(3)).toBe(5);
    expect(calls).toEqual([
      ['graph', 'add', expect.any(Number), null],
      ['graph', 'add', expect.any(Number), null],
    ]);
  });

  it('throws as before, and tells the code', async () => {
    await expect(store.add(-1)).rejects.toMatchObject({ code: 'index_missing' });
    await expect(store.add(0)).rejects.toBeInstanceOf(TypeError);
    expect(calls.map((call) => call[3])).toEqual(['index_missing', 'internal']);
  });

  it('streams and closes without being counted', async () => {
    const seen: number[] = [];
    for await (const value of store.export()) seen.push(value);
    await store.close();
    expect(seen).toEqual([5]);
    expect(calls).toEqual([]);
  });
});
