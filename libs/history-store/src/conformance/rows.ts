import type { HistoryRow } from '../port';
import { rowOf, type Check } from './suite';

/** Evidence of documents, with page and position, and evidence that is not a piece of a file. */
const CITATIONS: HistoryRow['citations'] = [
  {
    ...{ n: 1, path: 'report.pdf', startLine: 7, endLine: 9, pass: 1, format: 'pdf' },
    pages: [
      { page: 35, box: [72, 90.25, 540, 101.5] },
      { page: 36, box: null },
    ],
    section: 'report.pdf#results/segments',
  },
  { n: 2, path: 'a.html', startLine: 1, endLine: 2, pass: 1, format: 'html', sourceLines: [120, 140] },
  { n: 3, path: 'report.pdf', startLine: 1, endLine: 1, pass: 2, kind: 'calculation' },
];

/** Turns: each is written once, numbered without gaps, and returned unchanged. */
export function rows(check: Check): void {
  check('is empty at first', async ({ history }) => {
    expect(await history.rows('acme', 's1')).toEqual([]);
    expect(await history.row('acme', 't1')).toBeNull();
    expect(await history.summary('acme', 's1')).toBeNull();
    expect(await history.sessions('acme')).toEqual([]);
    expect(await history.deleteSession('acme', 's1')).toBe(false);
  });

  check('returns rows exactly, numbered from 1 in each session', async ({ history }) => {
    const odd = rowOf('t2', {
      question: {
        original: '\u0000 \ud83d\ude42 "\' %_ \\',
        isEnglish: true,
        english: null,
        untranslated: true,
      },
      answerText: 'x'.repeat(300_000),
      outcome: 'partial',
      citations: CITATIONS,
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

  check('returns the rows after a number, oldest first', async ({ history }) => {
    for (const id of ['t1', 't2', 't3', 't4']) await history.append(rowOf(id));
    const after = async (seq?: number) => (await history.rows('acme', 's1', seq)).map((row) => row.turnId);
    expect(await after()).toEqual(['t1', 't2', 't3', 't4']);
    expect(await after(0)).toEqual(['t1', 't2', 't3', 't4']);
    expect(await after(2)).toEqual(['t3', 't4']);
    expect(await after(9)).toEqual([]);
    const page = await history.rows('acme', 's1', 1, 2);
    expect(page.map(({ turnId, seq }) => [turnId, seq])).toEqual([
      ['t2', 2],
      ['t3', 3],
    ]);
  });

  check(
    'writes a turn once: a second write changes nothing and returns the same row',
    async ({ history }) => {
      await history.append(rowOf('t1'));
      await history.append(rowOf('t2'));
      const changed = rowOf('t1', { answerText: 'another', session: 'elsewhere', askedAt: 5 });
      expect(await history.append(changed)).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.append(rowOf('t1'))).toEqual({ ...rowOf('t1'), seq: 1 });
      expect(await history.rows('acme', 'elsewhere')).toEqual([]);
      expect((await history.rows('acme', 's1')).map((row) => row.turnId)).toEqual(['t1', 't2']);
      expect((await history.append(rowOf('t3'))).seq).toBe(3);
    },
  );

  check(
    'numbers without gaps and writes once, for any number of concurrent clients',
    async ({ history, store }) => {
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
    },
  );

  check(
    'returns the effort of turns, without their texts, for one tenant since a time',
    async ({ history }) => {
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
    },
  );
}
