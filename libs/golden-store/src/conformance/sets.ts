import * as fc from 'fast-check';
import { questionOf, runOf, setOf, type Check } from './suite';

/** Sets: each save requires the previous revision; returned unchanged; deleted with their runs. */
export function sets(check: Check): void {
  check('is empty at first', async ({ golden }) => {
    await golden.ping();
    expect(await golden.sets('acme')).toEqual([]);
    expect(await golden.set('acme', 'faq')).toBeNull();
    expect(await golden.deleteSet('acme', 'faq')).toBe(false);
    expect(await golden.runs('acme', 'id-of-faq')).toEqual([]);
    expect(await golden.run('acme', 'r1')).toBeNull();
    expect(await golden.deleteRun('acme', 'r1')).toBe(false);
    expect(await golden.pending()).toEqual({ runs: [], sets: [] });
  });

  check('returns sets unchanged, and lists them by name without their questions', async ({ golden }) => {
    const odd = setOf('odd', {
      description: '\u0000 \ud83d\ude42 "\' %_ \\',
      questions: [
        questionOf('q1', { text: 'x'.repeat(100_000), fromTurn: 't1', unanswerable: true, answers: [] }),
        questionOf('q2', { gold: [{ path: 'a "b".pdf', lines: null, grade: 0 }], note: '§' }),
      ],
    });
    expect(await golden.saveSet(odd)).toBe(true);
    expect(await golden.saveSet(setOf('faq'))).toBe(true);
    expect(await golden.set('acme', 'odd')).toEqual(odd);
    const { questions: _odd, ...oddHead } = odd;
    const { questions: _faq, ...faqHead } = setOf('faq');
    expect(await golden.sets('acme')).toEqual([faqHead, oddHead]);
  });

  check('saves a revision only after the previous one', async ({ golden }) => {
    const at = (revision: number, description = 'later') => setOf('faq', { revision, description });
    expect(await golden.saveSet(at(2))).toBe(false);
    expect(await golden.saveSet(at(1, 'first'))).toBe(true);
    expect(await golden.saveSet(at(1, 'again'))).toBe(false);
    expect(await golden.saveSet(at(3))).toBe(false);
    expect(await golden.saveSet(at(2))).toBe(true);
    expect(await golden.saveSet(at(2, 'again'))).toBe(false);
    expect(await golden.set('acme', 'faq')).toEqual(at(2));
    expect(await golden.saveSet({ ...at(3), id: 'another life of it' })).toBe(false);
  });

  check('lets one of many clients save a revision', async ({ golden, store }) => {
    await golden.saveSet(setOf('faq'));
    const clients = await Promise.all([store.open(), store.open(), store.open()]);
    const saved = await Promise.all(
      clients.map((client, i) => client.saveSet(setOf('faq', { revision: 2, description: `${i}` }))),
    );
    expect(saved.filter(Boolean)).toHaveLength(1);
    expect((await golden.set('acme', 'faq'))?.description).toBe(`${saved.indexOf(true)}`);
    for (const client of clients) await client.close();
  });

  check('deletes a set with its runs, and no other', async ({ golden }) => {
    for (const name of ['faq', 'other']) {
      await golden.saveSet(setOf(name));
      await golden.saveRun(runOf(`run-of-${name}`, { setId: `id-of-${name}` }));
    }
    expect(await golden.deleteSet('acme', 'faq', 2)).toBe(false);
    expect(await golden.deleteSet('acme', 'faq', 1)).toBe(true);
    expect(await golden.deleteSet('acme', 'faq')).toBe(false);
    expect(await golden.run('acme', 'run-of-faq')).toBeNull();
    expect(await golden.set('acme', 'other')).not.toBeNull();
    expect(await golden.run('acme', 'run-of-other')).not.toBeNull();
    expect(await golden.saveSet(setOf('faq', { revision: 2 }))).toBe(false);
    expect(await golden.saveSet(setOf('faq', { id: 'new life' }))).toBe(true);
    expect(await golden.runs('acme', 'new life')).toEqual([]);
  });

  check('separates tenants and names, even if they look alike', async ({ golden }) => {
    const name = fc.oneof(
      fc.constantFrom('', 'a', 'a/b', 'A', '%', "'; --", 'é', 'e\u0301', '["a"]'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const drawn = fc.uniqueArray(fc.tuple(name, name), {
      maxLength: 5,
      selector: (pair) => JSON.stringify(pair),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async (pairs) => {
        round += 1;
        const all = pairs.map(([tenant, own], i) => {
          const id = `${round}-${i}`;
          return {
            set: setOf(own, { tenant: `${tenant}@${round}`, id }),
            run: { tenant: `${tenant}@${round}`, setId: id },
          };
        });
        for (const { set, run } of all) {
          expect(await golden.saveSet(set)).toBe(true);
          expect(await golden.saveRun(runOf(set.name, run))).toBe(true);
        }
        for (const { set } of all) {
          expect(await golden.set(set.tenant, set.name)).toEqual(set);
          expect((await golden.run(set.tenant, set.name))?.setId).toBe(set.id);
          const own = all.filter(({ set: { tenant } }) => tenant === set.tenant).map((one) => one.set.name);
          expect(new Set((await golden.sets(set.tenant)).map((one) => one.name))).toEqual(new Set(own));
        }
      }),
      { numRuns: 5 },
    );
  });
}
