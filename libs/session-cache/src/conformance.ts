import * as fc from 'fast-check';
import { Fault } from '@quarry/turn';
import { aPiece, FIRST, finds, KEY, SECOND, terms } from './testing/finds';
import type { SessionCache, SessionCacheOptions } from './port';

/** A cache under test, initially empty. */
export interface SessionCacheUnderTest {
  /** Another client of the same cache, as another process would open it. */
  open(options?: SessionCacheOptions): Promise<SessionCache>;
  /** Removes everything that the tests wrote. */
  dispose(): Promise<void>;
}

export interface SessionCacheSuite {
  readonly name: string;
  readonly create: () => Promise<SessionCacheUnderTest>;
}

const MINUTE = 60_000;
const ids = (session: { readonly evidence: readonly { readonly id: string }[] } | null): readonly string[] =>
  (session?.evidence ?? []).map(({ id }) => id);

/** Conformance suite of the session cache port: call it in the adapter's spec. */
export function sessionCacheConformance({ name, create }: SessionCacheSuite): void {
  describe(`${name} fulfills the session cache contract`, () => {
    let under: SessionCacheUnderTest;
    let cache: SessionCache;
    let now: number;
    const clock = { now: () => now };
    beforeEach(async () => {
      now = Date.now();
      under = await create();
      cache = await under.open({ clock });
    });
    afterEach(async () => {
      await cache.close();
      await under.dispose();
    });

    it('is empty at first', async () => {
      expect(await cache.recall(KEY, terms())).toBeNull();
      expect(await cache.forget(KEY)).toBe(false);
    });

    it('returns findings exactly, to other processes as well', async () => {
      const odd = { ...aPiece('odd'), text: '\u0000 \ud83d\ude42 "\' {{ x }} %_ \\', title: 'é' };
      const paged = aPiece('b', {
        format: 'pdf',
        pages: [
          { page: 35, box: [72, 90.25, 540, 101.5] },
          { page: 36, box: null },
        ],
        sourceLines: [120, 140],
        section: 'src/b.ts#one/two',
      });
      const left = finds(['odd', 'b'], {
        evidence: [odd, paged],
        notFound: [{ text: 'X::y', why: 'no' }],
      });
      await cache.remember(KEY, left, terms());
      const other = await under.open({ clock });
      now += 5;
      const { evidence, graph, notFound } = left;
      expect(await other.recall(KEY, terms())).toEqual({
        evidence,
        graph,
        notFound,
        createdAt: now - 5,
        lastAccessed: now,
      });
      await other.close();
    });

    it('remembers a turn once, even if its hop runs repeatedly', async () => {
      await cache.remember(KEY, finds(['old']), terms());
      await cache.remember(KEY, finds(['a', 'b']), terms());
      const once = await cache.recall(KEY, terms());
      await cache.remember(KEY, finds(['a', 'b']), terms());
      expect(await cache.recall(KEY, terms())).toEqual(once);
      expect(ids(once)).toEqual(['a', 'b', 'old']);
    });

    it('loses nothing of turns that end concurrently, in any process', async () => {
      const clients = await Promise.all([
        under.open({ clock }),
        under.open({ clock }),
        under.open({ clock }),
      ]);
      const each = Array.from({ length: 15 }, (_, n) => `p${n}`);
      await Promise.all(
        clients.flatMap((client, at) =>
          each
            .filter((_, n) => n % clients.length === at)
            .map((id) =>
              client.remember(
                KEY,
                finds([id], { notFound: [{ text: `missing ${id}`, why: 'no' }] }),
                terms(),
              ),
            ),
        ),
      );
      const kept = await cache.recall(KEY, terms());
      expect([...ids(kept)].sort()).toEqual([...each].sort());
      expect(kept?.notFound).toHaveLength(15);
      for (const client of clients) await client.close();
    });

    it('separates tenants and sessions, even with similar names', async () => {
      const keys = [
        ['acme', 's1'],
        ['rival', 's1'],
        ['acme', 's2'],
        ['a', 'b:c'],
        ['a:b', 'c'],
        ['', ''],
        ['%', '_'],
        ["'; DROP TABLE session; --", '{quarry}'],
      ].map(([tenant = '', session = '']) => ({ tenant, session }));
      for (const [n, key] of keys.entries()) await cache.remember(key, finds([`p${n}`]), terms());
      for (const [n, key] of keys.entries()) expect(ids(await cache.recall(key, terms()))).toEqual([`p${n}`]);
      expect(await cache.forget({ tenant: 'rival', session: 's1' })).toBe(true);
      expect(ids(await cache.recall({ tenant: 'acme', session: 's1' }, terms()))).toEqual(['p0']);
    });

    it('evicts the least recently used (000: LRU), for any order of use', async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }), {
            minLength: 1,
            maxLength: 8,
          }),
          fc.integer({ min: 1, max: 6 }),
          async (turns, maxNodes) => {
            const key = { tenant: 'acme', session: `lru-${(runs += 1)}` };
            let expected: string[] = [];
            for (const used of turns) {
              const names = used.map((n) => `p${n}`);
              await cache.remember(key, finds(names), terms({ maxNodes }));
              expected = [...new Set([...names, ...expected])].slice(0, maxNodes);
            }
            expect(ids(await cache.recall(key, terms({ maxNodes })))).toEqual(expected);
          },
        ),
        { numRuns: 25 },
      );
    });

    it('expires an unused session, and restarts it; recalling and remembering both count as use', async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 45 })), { minLength: 1, maxLength: 8 }),
          async (uses) => {
            const key = { tenant: 'acme', session: `ttl-${(runs += 1)}` };
            await cache.remember(key, finds(['p']), terms());
            let created = now;
            let alive = true;
            for (const [remembers, minutes] of uses) {
              now += minutes * MINUTE;
              alive = alive && minutes < 30;
              if (remembers) {
                await cache.remember(key, finds(['p']), terms());
                if (!alive) created = now;
                alive = true;
              } else {
                const kept = await cache.recall(key, terms());
                expect(kept && { created: kept.createdAt, used: kept.lastAccessed }).toEqual(
                  alive ? { created, used: now } : null,
                );
              }
            }
          },
        ),
        { numRuns: 20 },
      );
    });

    it.each([
      ['another commit', { ...FIRST, commit: 'c2' }],
      ['built again', { ...FIRST, updatedAt: 2 }],
      ['another snapshot', { ...FIRST, snapshot: 'v2' }],
      ['another repository', SECOND],
    ])('returns nothing of another state of the index (%s), including misses', async (_what, index) => {
      await cache.remember(KEY, finds(['a'], { notFound: [{ text: 'X', why: 'no' }] }), terms());
      expect(await cache.recall(KEY, terms({ index }))).toBeNull();
      expect(ids(await cache.recall(KEY, terms()))).toEqual(['a']);
      await cache.remember(KEY, finds(['b']), terms({ index }));
      expect(await cache.recall(KEY, terms({ index }))).toMatchObject({
        evidence: [{ id: 'b' }],
        notFound: [],
      });
      expect(await cache.recall(KEY, terms())).toBeNull();
    });

    it('forgets a session on request', async () => {
      await cache.remember(KEY, finds(['a']), terms());
      expect(await cache.forget(KEY)).toBe(true);
      expect(await cache.forget(KEY)).toBe(false);
      expect(await cache.recall(KEY, terms())).toBeNull();
    });

    it('limits the sessions of a tenant, without affecting other tenants', async () => {
      const small = await under.open({ clock, maxSessionsPerTenant: 3 });
      await small.remember({ tenant: 'rival', session: 's' }, finds(['theirs']), terms());
      for (let n = 1; n <= 5; n++) {
        now += 1;
        await small.remember({ tenant: 'acme', session: `s${n}` }, finds([`p${n}`]), terms());
        now += 1;
        if (n >= 1) await small.recall({ tenant: 'acme', session: 's1' }, terms());
      }
      const left = [];
      for (let n = 1; n <= 5; n++)
        left.push(ids(await small.recall({ tenant: 'acme', session: `s${n}` }, terms()))[0]);
      expect(left).toEqual(['p1', undefined, undefined, 'p4', 'p5']);
      expect(ids(await small.recall({ tenant: 'rival', session: 's' }, terms()))).toEqual(['theirs']);
      await small.close();
    });

    it('caches nothing if a pipeline disables it', async () => {
      await cache.remember(KEY, finds(['a']), terms({ maxNodes: 0 }));
      await cache.remember(KEY, finds(['a']), terms({ ttlMinutes: 0 }));
      expect(await cache.recall(KEY, terms())).toBeNull();
      await cache.remember(KEY, finds(['a']), terms());
      expect(await cache.recall(KEY, terms({ ttlMinutes: 0 }))).toBeNull();
    });

    it('can be closed twice, and throws a fault afterwards', async () => {
      await cache.remember(KEY, finds(['a']), terms());
      await cache.close();
      await cache.close();
      await expect(cache.recall(KEY, terms())).rejects.toThrow(Fault);
    });
  });
}
