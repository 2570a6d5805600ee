import * as fc from 'fast-check';
import { INSTALLATION, type RecordStore, type StoredRecord } from '../port';

/** A store under test, initially empty. */
export interface RecordStoreUnderTest {
  /** Another client of the same store, as another process would open it. */
  open(): Promise<RecordStore>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

/** A record, as the tests write it. */
export function recordOf(id: string, change: Partial<StoredRecord> = {}): StoredRecord {
  return {
    collection: 'api_key',
    tenant: 'acme',
    id,
    revision: 1,
    createdAt: 1_700_000_000_000,
    tag: null,
    value: { name: `record ${id}` },
    ...change,
  };
}

/** Conformance suite of the record store port: call it in the adapter's spec. */
export function recordStoreConformance(name: string, create: () => Promise<RecordStoreUnderTest>): void {
  describe(`${name} fulfills the record store contract`, () => {
    let under: RecordStoreUnderTest;
    let store: RecordStore;
    beforeEach(async () => {
      under = await create();
      store = await under.open();
    });
    afterEach(async () => {
      await store.close();
      await under.dispose();
    });
    const idsOf = (found: readonly StoredRecord[]): string[] => found.map(({ id }) => id);

    it('is empty at first', async () => {
      await store.ping();
      expect(await store.get('api_key', 'acme', 'k1')).toBeNull();
      expect(await store.delete('api_key', 'acme', 'k1')).toBe(false);
      expect(await store.list('api_key', 'acme', { limit: 10 })).toEqual([]);
      expect(await store.tagged('job', 'open', 10)).toEqual([]);
    });

    it('returns a record exactly, to every client at once', async () => {
      const record = recordOf('odd "id" /%é', {
        tag: 'open',
        value: {
          text: '\u0000 \ud83d\ude42 "\' %_ \\',
          list: [1, null, { deep: [true] }],
          big: 'x'.repeat(200_000),
        },
      });
      expect(await store.save(record)).toBe(true);
      const other = await under.open();
      expect(await other.get('api_key', 'acme', record.id)).toEqual(record);
      expect(await other.list('api_key', 'acme', { limit: 10 })).toEqual([record]);
      expect(await other.tagged('api_key', 'open', 10)).toEqual([record]);
      await other.close();
    });

    it.each([null, 7, 'text', [1, 2], {}])('keeps the value %j', async (value) => {
      await store.save(recordOf('k1', { value }));
      expect((await store.get('api_key', 'acme', 'k1'))?.value).toEqual(value);
    });

    it('saves a revision only after its predecessor, and keeps the creation time', async () => {
      const at = (revision: number, name: string) =>
        recordOf('k1', { revision, value: { name }, createdAt: 1_700_000_000_000 + revision - 1 });
      expect(await store.save(at(2, 'too early'))).toBe(false);
      expect(await store.save(at(1, 'first'))).toBe(true);
      expect(await store.save(at(1, 'again'))).toBe(false);
      expect(await store.save(at(3, 'too early'))).toBe(false);
      expect(await store.save(at(2, 'second'))).toBe(true);
      expect(await store.save(at(2, 'again'))).toBe(false);
      const kept = { ...at(2, 'second'), createdAt: 1_700_000_000_000 };
      expect(await store.get('api_key', 'acme', 'k1')).toEqual(kept);
      expect(await store.list('api_key', 'acme', { limit: 10 })).toEqual([kept]);
      expect(await store.delete('api_key', 'acme', 'k1')).toBe(true);
      expect(await store.delete('api_key', 'acme', 'k1')).toBe(false);
      expect(await store.save(at(3, 'late'))).toBe(false);
      expect(await store.save(at(1, 'another life'))).toBe(true);
    });

    it('allows one of many clients to create a record, and one to save the next revision', async () => {
      const clients = await Promise.all([under.open(), under.open(), under.open(), under.open()]);
      for (const revision of [1, 2, 3]) {
        const saved = await Promise.all(
          clients.map((client, i) => client.save(recordOf('k1', { revision, value: { by: i } }))),
        );
        expect(saved.filter(Boolean)).toHaveLength(1);
        expect((await store.get('api_key', 'acme', 'k1'))?.value).toEqual({ by: saved.indexOf(true) });
      }
      for (const client of clients) await client.close();
    });

    it('lists a tenant newest first, ties by id from the end, page by page', async () => {
      for (const [id, createdAt] of [
        ['a', 1],
        ['c', 2],
        ['b', 2],
        ['d', 2],
        ['e', 3],
      ] as const)
        await store.save(recordOf(id, { createdAt }));
      await store.save(recordOf('x', { tenant: 'rival', createdAt: 2 }));
      await store.save(recordOf('y', { collection: 'webhook', createdAt: 2 }));
      expect(idsOf(await store.list('api_key', 'acme', { limit: 10 }))).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(idsOf(await store.list('api_key', 'acme', { limit: 3 }))).toEqual(['e', 'd', 'c']);
      const rest = await store.list('api_key', 'acme', { limit: 3, after: { createdAt: 2, id: 'c' } });
      expect(idsOf(rest)).toEqual(['b', 'a']);
      expect(await store.list('api_key', 'acme', { limit: 3, after: { createdAt: 1, id: 'a' } })).toEqual([]);
      expect(
        idsOf(await store.list('api_key', 'acme', { limit: 9, after: { createdAt: 2, id: 'zz' } })),
      ).toEqual(['d', 'c', 'b', 'a']);
    });

    it('finds tagged records of all tenants, oldest first, until they lose the tag', async () => {
      await store.save(recordOf('late', { tag: 'open', createdAt: 20 }));
      await store.save(recordOf('early', { tag: 'open', createdAt: 10, tenant: 'rival' }));
      await store.save(recordOf('other', { tag: 'done' }));
      await store.save(recordOf('none'));
      await store.save(recordOf('elsewhere', { tag: 'open', collection: 'webhook' }));
      const found = await store.tagged('api_key', 'open', 10);
      expect(found.map(({ id, tenant }) => [id, tenant])).toEqual([
        ['early', 'rival'],
        ['late', 'acme'],
      ]);
      expect(idsOf(await store.tagged('api_key', 'open', 1))).toEqual(['early']);
      await store.save(recordOf('early', { revision: 2, tag: null, tenant: 'rival' }));
      await store.delete('api_key', 'acme', 'late');
      expect(await store.tagged('api_key', 'open', 10)).toEqual([]);
    });

    it('separates collections, tenants and ids, even with similar names; the installation is a tenant', async () => {
      const name = fc.oneof(
        fc.constantFrom(INSTALLATION, 'a', 'a/b', 'A', '%', "'; --", 'é', 'e\u0301', '["a"]'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      );
      const collection = fc.constantFrom('api_key', 'webhook', 'job');
      const drawn = fc.uniqueArray(fc.tuple(collection, name, name), {
        maxLength: 5,
        selector: (place) => JSON.stringify(place),
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(drawn, async (places) => {
          round += 1;
          const records = places.map(([own, tenant, id], i) =>
            recordOf(id, { collection: own, tenant: `${tenant}@${round}`, value: { i } }),
          );
          for (const record of records) expect(await store.save(record)).toBe(true);
          for (const record of records) {
            expect(await store.get(record.collection, record.tenant, record.id)).toEqual(record);
            const alike = records.filter(
              (one) => one.collection === record.collection && one.tenant === record.tenant,
            );
            const listed = await store.list(record.collection, record.tenant, { limit: 100 });
            expect(new Set(idsOf(listed))).toEqual(new Set(idsOf(alike)));
          }
        }),
        { numRuns: 5 },
      );
    });
  });
}
