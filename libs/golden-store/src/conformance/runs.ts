import type { GoldenRun } from '../golden-run';
import { questionOf, runOf, setOf, type Check } from './suite';

const ROW: GoldenRun['rows'][number] = {
  question: 'q1',
  pipeline: 'code@abc',
  turnId: 't1',
  outcome: 'partial',
  reason: 'passes ran out',
  answer: 'so it is [1]',
  measures: { recall: 0.5, seconds: 1.25 },
};

/** Runs: each save requires the previous version; listed newest first; pending until they end. */
export function runs(check: Check): void {
  check('returns runs unchanged, and lists those of a set newest first', async ({ golden }) => {
    const whole = runOf('r1', {
      rows: [ROW],
      questions: [questionOf('q1'), questionOf('q2')],
      status: 'finished',
      summary: [
        {
          pipeline: 'code@abc',
          questions: 2,
          failed: 0,
          measures: [{ measure: 'recall', mean: 0.5, low: 0, high: 1, questions: 2 }],
        },
      ],
    });
    await golden.saveRun(whole);
    await golden.saveRun(runOf('r2', { createdAt: whole.createdAt + 1 }));
    await golden.saveRun(runOf('r3', { setId: 'another' }));
    await golden.saveRun(runOf('r4', { tenant: 'rival' }));
    expect(await golden.run('acme', 'r1')).toEqual(whole);
    const { questions: _questions, rows: _rows, ...head } = whole;
    const listed = await golden.runs('acme', 'id-of-faq');
    expect(listed.map(({ id }) => id)).toEqual(['r2', 'r1']);
    expect(listed[1]).toEqual(head);
    expect(await golden.run('rival', 'r1')).toBeNull();
    expect(await golden.deleteRun('rival', 'r1')).toBe(false);
    expect(await golden.deleteRun('acme', 'r1')).toBe(true);
    expect(await golden.saveRun({ ...whole, version: 2 })).toBe(false);
    expect((await golden.runs('acme', 'id-of-faq')).map(({ id }) => id)).toEqual(['r2']);
  });

  check('lets one of many clients claim a run', async ({ golden, store }) => {
    const clients = await Promise.all([store.open(), store.open(), store.open(), store.open()]);
    for (const round of [1, 2, 3]) {
      const id = `r${round}`;
      await golden.saveRun(runOf(id));
      const claim = (owner: string) =>
        runOf(id, { version: 2, status: 'running', lease: { owner, until: 9 } });
      const won = await Promise.all(clients.map((client, i) => client.saveRun(claim(`${i}`))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await golden.run('acme', id))?.lease?.owner).toBe(`${won.indexOf(true)}`);
    }
    for (const client of clients) await client.close();
  });

  check('lets one of many clients begin a run', async ({ golden, store }) => {
    const clients = await Promise.all([store.open(), store.open(), store.open()]);
    const begun = await Promise.all(clients.map((client) => client.saveRun(runOf('r1'))));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await golden.runs('acme', 'id-of-faq')).toHaveLength(1);
    for (const client of clients) await client.close();
  });

  check('lists pending runs and schedules of all tenants', async ({ golden }) => {
    const schedule = { pipelines: ['code'], everyHours: 24, onPipelineChange: true };
    await golden.saveSet(setOf('faq'));
    await golden.saveSet(setOf('nightly', { schedule }));
    await golden.saveSet(setOf('nightly', { schedule, tenant: 'rival' }));
    await golden.saveRun(runOf('late', { createdAt: 20 }));
    await golden.saveRun(runOf('early', { createdAt: 10, tenant: 'rival', status: 'running' }));
    for (const status of ['finished', 'failed', 'cancelled'] as const)
      await golden.saveRun(runOf(status, { status }));
    const { runs: open, sets } = await golden.pending();
    expect(open.map(({ id, tenant }) => [id, tenant])).toEqual([
      ['early', 'rival'],
      ['late', 'acme'],
    ]);
    expect(new Set(sets.map(({ name, tenant }) => `${name} of ${tenant}`))).toEqual(
      new Set(['nightly of acme', 'nightly of rival']),
    );
    await golden.saveRun(runOf('late', { version: 2, status: 'finished' }));
    await golden.saveSet(setOf('nightly', { revision: 2 }));
    const after = await golden.pending();
    expect(after.runs.map(({ id }) => id)).toEqual(['early']);
    expect(after.sets.map(({ tenant }) => tenant)).toEqual(['rival']);
  });
}
