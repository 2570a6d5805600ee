import { Fault } from '@quarry/turn';
import { rowOf, type Check } from './suite';

/** The list of sessions, their deletion, and closing a client. */
export function sessions(check: Check): void {
  check('lists sessions, most recent first', async ({ history }) => {
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

  check('deletes a session with its summary, and can create it again', async ({ history }) => {
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

  check(
    'deletes a session while turns are appended: the remaining ones are numbered without gaps',
    async ({ history }) => {
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
    },
  );

  check('may be closed twice, and fails afterwards with a fault', async ({ history }) => {
    await history.append(rowOf('t1'));
    await history.close();
    await history.close();
    await expect(history.rows('acme', 's1')).rejects.toThrow(Fault);
  });
}
