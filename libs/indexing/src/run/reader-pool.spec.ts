import { setImmediate } from 'node:timers/promises';
import type { DocumentReader, Loaded } from '@quarry/documents';
import { inOrder, ReaderPool } from './reader-pool';

describe('ReaderPool', () => {
  it('opens readers on demand up to its size, and closes each', async () => {
    let opened = 0;
    let closed = 0;
    let busy = 0;
    let most = 0;
    const open = (): DocumentReader => {
      opened++;
      return {
        read: async (): Promise<Loaded> => {
          most = Math.max(most, ++busy);
          await setImmediate();
          busy--;
          return { kind: 'refused', refusal: 'no_text', reason: '' };
        },
        close: () => Promise.resolve(void closed++),
      };
    };
    const pool = new ReaderPool(open, 2);
    await pool.read('a', 'pdf');
    await pool.read('b', 'pdf');
    expect(opened).toBe(1);
    await Promise.all(['c', 'd', 'e', 'f'].map((path) => pool.read(path, 'pdf')));
    expect(opened).toBe(2);
    await pool.close();
    expect(closed).toBe(2);
  });
});

describe('inOrder', () => {
  it('returns results in the order of the items, and respects the limit', async () => {
    let open = 0;
    let most = 0;
    const work = async (rounds: number): Promise<number> => {
      most = Math.max(most, ++open);
      for (let round = 0; round < rounds; round++) await setImmediate();
      open--;
      return rounds * 2;
    };
    const seen: (readonly [number, number])[] = [];
    for await (const pair of inOrder([20, 1, 10, 2, 5], 3, work)) seen.push(pair);
    expect(seen).toEqual([20, 1, 10, 2, 5].map((rounds) => [rounds, rounds * 2]));
    expect(most).toBe(3);
    for await (const none of inOrder([], 3, work)) throw new Error(String(none));
  });

  it('throws a failure at its position', async () => {
    const work = (n: number): Promise<number> =>
      n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(n);
    const seen: number[] = [];
    const all = async (): Promise<void> => {
      for await (const [n] of inOrder([0, 1, 2, 3], 4, work)) seen.push(n);
    };
    await expect(all()).rejects.toThrow('two');
    expect(seen).toEqual([0, 1]);
  });
});
