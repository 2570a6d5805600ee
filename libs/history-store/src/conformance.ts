import { Fault } from '@quarry/turn';
import * as fc from 'fast-check';
import type { HistoryRow, HistoryStore } from './port';

/** A store under test, empty at first. */
export interface HistoryStoreUnderTest {
  /** Another client of the same store, as another process would have. */
  open(): Promise<HistoryStore>;
  /** Removes all that the tests wrote. */
  dispose(): Promise<void>;
}

export interface HistoryStoreSuite {
  readonly name: string;
  readonly create: () => Promise<HistoryStoreUnderTest>;
  /** Tests that the adapter does not pass, by their names, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

/** A finished turn as the tests write it. */
export function rowOf(turnId: string, change: Partial<HistoryRow> = {}): HistoryRow {
  return {
    tenant: 'acme',
    session: 's1',
    turnId,
    pipeline: 'code@abc',
    askedAt: 1_700_000_000_000,
    question: { original: `Frage ${turnId}?`, isEnglish: false, english: `question ${turnId}?` },
    answerEnglish: `answer ${turnId} [1]`,
    answerText: `Antwort ${turnId} [1]`,
    outcome: 'answered',
    citations: [{ n: 1, path: 'src/a.ts', startLine: 1, endLine: 2, pass: 1 }],
    ...change,
  };
}

/** What every history store keeps: run it in the adapter's spec. */
export function historyStoreConformance({ name, create, skip = [] }: HistoryStoreSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();
  const check = (test: string, body: () => Promise<void>): void => {
    declared.add(test);
    const reason = gaps.get(test);
    if (reason === undefined) it(test, body);
    else it.skip(`${test} (skipped: ${reason})`, body);
  };

  describe(`${name} keeps the history store's contract`, () => {
    let store: HistoryStoreUnderTest;
    let history: HistoryStore;
    beforeEach(async () => {
      store = await create();
      history = await store.open();
    });
    afterEach(async () => {
      await history.close();
      await store.dispose();
    });

    check('knows nothing at first', async () => {
      expect(await history.rows('acme', 's1')).toEqual([]);
      expect(await history.row('acme', 't1')).toBeNull();
      expect(await history.summary('acme', 's1')).toBeNull();
      expect(await history.sessions('acme')).toEqual([]);
      expect(await history.deleteSession('acme', 's1')).toBe(false);
    });

    check('gives rows back exactly, numbered from 1 in each session', async () => {
      const odd = rowOf('t2', {
        question: {
          original: '\u0000 \ud83d\ude42 "\' %_ \\',
          isEnglish: true,
          english: null,
          untranslated: true,
        },
        answerText: 'x'.repeat(300_000),
        outcome: 'partial',
        citations: [],
      });
      expect(await history.append(rowOf('t1'))).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.append(odd)).toEqual({ ...odd, seq: 2 });
      expect(await history.append(rowOf('t3', { session: 's2' }))).toMatchObject({ seq: 1 });
      expect(await history.rows('acme', 's1')).toEqual([
        { ...rowOf('t1'), seq: 1 },
        { ...odd, seq: 2 },
      ]);
      expect(await history.row('acme', 't2')).toEqual({ ...odd, seq: 2 });
    });

    check('gives the rows after a given one, oldest first', async () => {
      for (const id of ['t1', 't2', 't3', 't4']) await history.append(rowOf(id));
      const after = async (seq?: number) => (await history.rows('acme', 's1', seq)).map((row) => row.turnId);
      expect(await after()).toEqual(['t1', 't2', 't3', 't4']);
      expect(await after(0)).toEqual(['t1', 't2', 't3', 't4']);
      expect(await after(2)).toEqual(['t3', 't4']);
      expect(await after(9)).toEqual([]);
    });

    check('writes a turn once: a second write changes nothing and gives the same row', async () => {
      await history.append(rowOf('t1'));
      await history.append(rowOf('t2'));
      const changed = rowOf('t1', { answerText: 'another', session: 'elsewhere', askedAt: 5 });
      expect(await history.append(changed)).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.append(rowOf('t1'))).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.rows('acme', 'elsewhere')).toEqual([]);
      expect((await history.rows('acme', 's1')).map((row) => row.turnId)).toEqual(['t1', 't2']);
      expect((await history.append(rowOf('t3'))).seq).toBe(3);
    });

    check('numbers without gaps and writes once, however many clients append at the same time', async () => {
      const clients = await Promise.all([store.open(), store.open(), store.open()]);
      const ids = Array.from({ length: 20 }, (_, i) => `t${i}`);
      const stored = await Promise.all(
        ids.flatMap((id) => clients.map((client) => client.append(rowOf(id)))),
      );
      const rows = await history.rows('acme', 's1');
      expect(rows.map((row) => row.seq)).toEqual(ids.map((_, i) => i + 1));
      expect(new Set(rows.map((row) => row.turnId))).toEqual(new Set(ids));
      for (const row of stored) expect(rows[row.seq - 1]).toEqual(row);
      for (const client of clients) await client.close();
    });

    check('keeps tenants apart that use the same session and the same turn ids', async () => {
      const theirs = (id: string) => rowOf(id, { tenant: 'rival', answerText: 'secret', askedAt: 7 });
      expect((await history.append(theirs('t1'))).seq).toBe(1);
      await history.append(theirs('t2'));
      await history.saveSummary('rival', 's1', { text: 'secret', version: 1, upTo: 2 });
      expect(await history.row('acme', 't1')).toBeNull();
      expect(await history.rows('acme', 's1')).toEqual([]);
      expect(await history.summary('acme', 's1')).toBeNull();
      expect(await history.sessions('acme')).toEqual([]);
      expect(await history.sessions('acme', 's1')).toEqual([]);
      expect(await history.deleteSession('acme', 's1')).toBe(false);
      expect(await history.saveSummary('acme', 's1', { text: 'x', version: 2, upTo: 1 })).toBe(false);

      expect(await history.append(rowOf('t1'))).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.saveSummary('acme', 's1', { text: 'ours', version: 1, upTo: 1 })).toBe(true);
      expect(await history.row('rival', 't1')).toEqual({ ...theirs('t1'), seq: 1 });
      expect(await history.sessions('rival')).toEqual([{ session: 's1', turns: 2, lastAskedAt: 7 }]);

      expect(await history.deleteSession('acme', 's1')).toBe(true);
      expect(await history.rows('rival', 's1')).toHaveLength(2);
      expect(await history.summary('rival', 's1')).toEqual({ text: 'secret', version: 1, upTo: 2 });
    });

    check('tells names apart that look alike', async () => {
      const pairs = [
        ['a', 'b/c'],
        ['a/b', 'c'],
        ['A', 'b/c'],
        ['', ''],
        ['%', '_'],
        ["'; DROP TABLE turn; --", 's'],
        ['a\u0000', 'b/c'],
        ['é', 'e\u0301'],
        ['e\u0301', 'é'],
      ] as const;
      for (const [tenant, session] of pairs)
        expect((await history.append(rowOf('t1', { tenant, session }))).seq).toBe(1);
      for (const [tenant, session] of pairs) {
        expect(await history.sessions(tenant)).toEqual([
          { session, turns: 1, lastAskedAt: rowOf('t1').askedAt },
        ]);
        expect(await history.rows(tenant, session)).toHaveLength(1);
      }
    });

    check('keeps any names apart: of one kind, of several, long ones', async () => {
      const odd = fc.constantFrom(
        '',
        ' ',
        '#',
        '/',
        ':',
        'a',
        'a/b',
        'a#b',
        '["a","b"]',
        'null',
        '*',
        '../..',
        '\u200b',
      );
      const name = fc.oneof(
        odd,
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.constantFrom('x', 'y').map((end) => 'é'.repeat(500) + end),
      );
      const key = (names: readonly string[]): string => JSON.stringify(names);
      const turns = fc.uniqueArray(fc.tuple(name, name, name), {
        maxLength: 6,
        selector: ([tenant, , turn]) => key([tenant, turn]),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(turns, async (drawn) => {
          run += 1;
          const rows = drawn.map(([tenant, session, turnId]) =>
            rowOf(turnId, { tenant: `${tenant}@${run}`, session }),
          );
          for (const row of rows) await history.append(row);
          for (const { tenant, session } of rows) {
            const own = rows.filter((row) => row.tenant === tenant && row.session === session);
            expect(await history.rows(tenant, session)).toEqual(
              own.map((row, i) => ({ ...row, seq: i + 1 })),
            );
          }
          for (const tenant of new Set(rows.map((row) => row.tenant))) {
            const names = new Set(rows.filter((row) => row.tenant === tenant).map((row) => row.session));
            expect(new Set((await history.sessions(tenant)).map((info) => info.session))).toEqual(names);
          }
          for (const { tenant } of rows)
            for (const { turnId } of rows)
              expect((await history.row(tenant, turnId))?.answerText).toBe(
                rows.find((row) => row.tenant === tenant && row.turnId === turnId)?.answerText,
              );
        }),
        { numRuns: 5 },
      );
    });

    check('gives what turns took, without their texts, of one tenant and since a time', async () => {
      const stats = {
        passes: 2,
        gapsIdentified: 3,
        gapsResolved: 1,
        recalled: 4,
        modelCalls: 5,
        inputTokens: 600,
        outputTokens: 70,
        ms: 8_000,
      };
      await history.append(rowOf('t2', { askedAt: 200, stats, session: 's2', outcome: 'partial' }));
      await history.append(rowOf('t1', { askedAt: 100 }));
      await history.append(rowOf('t3', { askedAt: 300, tenant: 'rival' }));
      const old = { pipeline: 'code@abc', outcome: 'answered', askedAt: 100, stats: null };
      const late = { pipeline: 'code@abc', outcome: 'partial', askedAt: 200, stats };
      expect(await history.records('acme')).toEqual([old, late]);
      expect(await history.records('acme', 101)).toEqual([late]);
      expect(await history.row('acme', 't2')).toMatchObject({ stats });
    });

    check('saves a summary only upon the version before it', async () => {
      const save = (version: number, text: string) =>
        history.saveSummary('acme', 's1', { text, version, upTo: version * 10 });
      expect(await save(2, 'too early')).toBe(false);
      expect(await save(0, 'no version')).toBe(false);
      expect(await save(1, 'first')).toBe(true);
      expect(await save(1, 'second at the same time')).toBe(false);
      expect(await history.summary('acme', 's1')).toEqual({ text: 'first', version: 1, upTo: 10 });
      expect(await save(3, 'skips one')).toBe(false);
      expect(await save(2, 'second')).toBe(true);
      expect(await history.summary('acme', 's1')).toEqual({ text: 'second', version: 2, upTo: 20 });
      expect(await history.summary('acme', 's2')).toBeNull();
    });

    check('lets one of many summarizers win', async () => {
      const clients = await Promise.all([store.open(), store.open(), store.open(), store.open()]);
      const writers = [...clients, ...clients, ...clients, ...clients];
      await history.append(rowOf('t1'));
      for (const version of [1, 2, 3]) {
        const won = await Promise.all(
          writers.map((client, i) => client.saveSummary('acme', 's1', { text: `by ${i}`, version, upTo: 1 })),
        );
        expect(won.filter(Boolean)).toHaveLength(1);
        expect((await history.summary('acme', 's1'))?.text).toBe(`by ${won.indexOf(true)}`);
      }
      for (const client of clients) await client.close();
    });

    check('saves a summary while turns are appended, and loses neither', async () => {
      const versions = [1, 2, 3, 4, 5];
      const saving = versions.reduce<Promise<boolean[]>>(async (before, version) => {
        const saved = await before;
        return [...saved, await history.saveSummary('acme', 's1', { text: `v${version}`, version, upTo: 1 })];
      }, Promise.resolve([]));
      const appending = Promise.all(versions.map((n) => history.append(rowOf(`t${n}`))));
      expect(await saving).toEqual(versions.map(() => true));
      await appending;
      expect(await history.summary('acme', 's1')).toEqual({ text: 'v5', version: 5, upTo: 1 });
      expect((await history.rows('acme', 's1')).map(({ seq }) => seq)).toEqual(versions);
    });

    check('lists sessions, most recent first', async () => {
      await history.append(rowOf('t1', { session: 'old', askedAt: 100 }));
      await history.append(rowOf('t2', { session: 'new', askedAt: 300 }));
      await history.append(rowOf('t3', { session: 'b', askedAt: 200 }));
      await history.append(rowOf('t4', { session: 'a', askedAt: 200 }));
      await history.append(rowOf('t5', { session: 'a', askedAt: 150 }));
      expect(await history.sessions('acme')).toEqual([
        { session: 'new', turns: 1, lastAskedAt: 300 },
        { session: 'a', turns: 2, lastAskedAt: 200 },
        { session: 'b', turns: 1, lastAskedAt: 200 },
        { session: 'old', turns: 1, lastAskedAt: 100 },
      ]);
      expect(await history.sessions('acme', 'a')).toEqual([{ session: 'a', turns: 2, lastAskedAt: 200 }]);
      expect(await history.sessions('acme', 'unknown')).toEqual([]);
    });

    check('deletes a session with its summary, and begins it anew', async () => {
      await history.append(rowOf('t1'));
      await history.append(rowOf('t2'));
      await history.append(rowOf('t3', { session: 's2' }));
      await history.saveSummary('acme', 's1', { text: 'x', version: 1, upTo: 2 });
      expect(await history.deleteSession('acme', 's1')).toBe(true);
      expect(await history.deleteSession('acme', 's1')).toBe(false);
      expect(await history.rows('acme', 's1')).toEqual([]);
      expect(await history.row('acme', 't1')).toBeNull();
      expect(await history.summary('acme', 's1')).toBeNull();
      expect(await history.rows('acme', 's2')).toHaveLength(1);
      expect(await history.saveSummary('acme', 's1', { text: 'late', version: 2, upTo: 2 })).toBe(false);
      expect((await history.append(rowOf('t4'))).seq).toBe(1);
    });

    check('deletes a session while turns are appended: what is kept is numbered without gaps', async () => {
      const ids = Array.from({ length: 12 }, (_, i) => `t${i}`);
      const appended = Promise.all(ids.map((id) => history.append(rowOf(id))));
      const deletions = [];
      for (let n = 0; n < 3; n++) deletions.push(await history.deleteSession('acme', 's1'));
      await appended;
      const rows = await history.rows('acme', 's1');
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
      for (const id of ids)
        expect(await history.row('acme', id)).toEqual(rows.find(({ turnId }) => turnId === id) ?? null);
      expect(await history.records('acme')).toHaveLength(rows.length);
      if (rows.length < ids.length) expect(deletions).toContain(true);
      for (const id of ids) await history.append(rowOf(id));
      expect(await history.rows('acme', 's1')).toHaveLength(ids.length);
    });

    check('may be closed twice, and fails afterwards with a fault', async () => {
      await history.append(rowOf('t1'));
      await history.close();
      await history.close();
      await expect(history.rows('acme', 's1')).rejects.toThrow(Fault);
    });

    it('skips tests that exist only', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}
