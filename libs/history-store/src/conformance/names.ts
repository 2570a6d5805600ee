import * as fc from 'fast-check';
import { rowOf, type Check } from './suite';

/** Tenants, sessions and turns with similar or unusual names. */
export function names(check: Check): void {
  check('separates tenants that use the same session and turn ids', async ({ history }) => {
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

  check('distinguishes names that look alike', async ({ history }) => {
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

  check('distinguishes any names: of one kind, of several, long ones', async ({ history }) => {
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
          expect(await history.rows(tenant, session)).toEqual(own.map((row, i) => ({ ...row, seq: i + 1 })));
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
}
