import { rowOf, type Check } from './suite';

/** The summary of a session, and its optimistic replacement. */
export function summaries(check: Check): void {
  check('saves a summary only over the previous version', async ({ history }) => {
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

  check('accepts one of many concurrent summaries', async ({ history, store }) => {
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

  check('saves a summary while turns are appended, and loses neither', async ({ history }) => {
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
}
