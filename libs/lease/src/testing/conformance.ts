import { Fault } from '@quarry/turn';
import { takeLease, type HeldLease } from '../held-lease';
import type { Leased, Read } from '../lease';

/** One document of a store, created with a count of 0 and no lease. */
export interface LeaseFixture<T extends Leased> {
  readonly read: Read<T>;
  /** The document with another count. */
  readonly withCount: (value: T, count: number) => T;
  readonly countOf: (value: T) => number;
  readonly remove: () => Promise<unknown>;
}

const DURATION_MS = 900;

/** The contract of a lease, for a store that a document is leased in. @param create makes a new document each time */
export function leaseConformance<T extends Leased>(
  name: string,
  create: () => Promise<LeaseFixture<T>>,
): void {
  describe(`lease on ${name}`, () => {
    let document: LeaseFixture<T>;
    let now: number;
    const clock = { now: () => now };

    beforeEach(async () => {
      now = 1_000_000;
      document = await create();
    });

    const take = async (owner: string, begin = (value: T): T => value): Promise<HeldLease<T> | null> => {
      const snapshot = await document.read();
      return (
        snapshot &&
        takeLease({ snapshot, read: document.read, begin }, { owner, durationMs: DURATION_MS, clock })
      );
    };
    const taken = async (owner: string): Promise<HeldLease<T>> => {
      const held = await take(owner);
      if (!held) throw new Error(`${owner} did not get the lease.`);
      return held;
    };
    const stored = async (): Promise<T> => {
      const snapshot = await document.read();
      if (!snapshot) throw new Error('The document is gone.');
      return snapshot.value;
    };
    const add = (value: T): T => document.withCount(value, document.countOf(value) + 1);
    const count = async (): Promise<number> => document.countOf(await stored());
    /** A change by a process without the lease, e.g. a request to cancel: adds 100. */
    const changeFromOutside = async (): Promise<void> => {
      for (let saved = false; !saved;) {
        const snapshot = await document.read();
        if (!snapshot) throw new Error('The document is gone.');
        const changed = document.withCount(snapshot.value, document.countOf(snapshot.value) + 100);
        saved = (await snapshot.save(changed)) !== null;
      }
    };

    it('is taken by one of many workers that try at once', async () => {
      const held = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((owner) => take(owner)));
      expect(held.filter((lease) => lease !== null)).toHaveLength(1);
      expect((await stored()).lease?.until).toBe(now + DURATION_MS);
    });

    it('is saved together with the change that begins the work', async () => {
      await take('a', (value) => document.withCount(value, 7));
      expect(await stored()).toMatchObject({ lease: { owner: 'a' } });
      expect(await count()).toBe(7);
    });

    it('is taken over when it has expired, and not before', async () => {
      await taken('a');
      now += DURATION_MS - 1;
      expect(await take('b')).toBeNull();
      now += 1;
      expect(await take('b')).not.toBeNull();
    });

    it('saves nothing of a worker that has lost it', async () => {
      const first = await taken('a');
      now += DURATION_MS;
      await taken('b');
      await first.update(add);
      expect(first.lost.aborted).toBe(true);
      await first.release(add);
      expect(await count()).toBe(0);
      expect((await stored()).lease?.owner).toBe('b');
    });

    it('is still held after it has expired, as long as no other worker has taken it', async () => {
      const held = await taken('a');
      now += 10 * DURATION_MS;
      await held.update(add);
      expect(await stored()).toMatchObject({ lease: { owner: 'a', until: now + DURATION_MS } });
      expect(await count()).toBe(1);
    });

    it('is due to be extended when a third of it has passed', async () => {
      const held = await taken('a');
      now += DURATION_MS / 3 - 1;
      expect(held.isDue).toBe(false);
      now += 1;
      expect(held.isDue).toBe(true);
      await held.update((value) => value);
      expect(held.isDue).toBe(false);
    });

    it('applies a change to what other processes saved meanwhile', async () => {
      const held = await taken('a');
      await changeFromOutside();
      await held.update(add);
      expect(await count()).toBe(101);
      expect(document.countOf(held.value)).toBe(101);
    });

    it('loses no change when several are saved at once', async () => {
      const held = await taken('a');
      const add10 = Array.from({ length: 10 }, () => held.update(add));
      await Promise.all([...add10, changeFromOutside()]);
      expect(await count()).toBe(110);
      await held.refresh();
      expect(document.countOf(held.value)).toBe(110);
    });

    it('reads what other processes saved', async () => {
      const held = await taken('a');
      await changeFromOutside();
      await held.refresh();
      expect(document.countOf(held.value)).toBe(100);
    });

    it('can be taken at once after it was released, and is not used again', async () => {
      const held = await taken('a');
      await held.release(add);
      expect(await stored()).toMatchObject({ lease: null });
      expect(await take('b')).not.toBeNull();
      await held.update(add);
      expect(held.lost.aborted).toBe(false);
      expect(await count()).toBe(1);
    });

    it('is lost when the document is deleted', async () => {
      const held = await taken('a');
      await document.remove();
      await held.update(add);
      expect(held.lost.aborted).toBe(true);
      expect(await document.read()).toBeNull();
    });

    it('is kept until the work ends', async () => {
      const held = await taken('a');
      const ended = new AbortController();
      const fault = await held.keep(
        async () => {
          now += DURATION_MS;
          await held.update(add);
          if (document.countOf(held.value) === 3) ended.abort();
        },
        { everyMs: 1, ended: ended.signal },
      );
      expect(fault).toBeNull();
      expect(await count()).toBe(3);
      expect(await take('b')).toBeNull();
    });

    it('tolerates a store outage until it expires, and no longer', async () => {
      let beats = 0;
      const down = new Fault('store_unavailable', 'The store is down.', { retryable: true });
      const held = await taken('a');
      const fault = await held.keep(
        async () => {
          beats += 1;
          now += DURATION_MS / 3;
          throw down;
        },
        { everyMs: 1, ended: new AbortController().signal },
      );
      expect(fault).toBe(down);
      expect(beats).toBe(4);
    });

    it('reports at once a fault that a retry would not fix', async () => {
      const held = await taken('a');
      const failed = async () => {
        throw new Fault('internal', 'The document is too large.');
      };
      const fault = await held.keep(failed, { everyMs: 1, ended: new AbortController().signal });
      expect(fault).toMatchObject({ code: 'internal' });
    });
  });
}
