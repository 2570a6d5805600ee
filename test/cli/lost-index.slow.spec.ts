import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SHOP, Workplace, type Ended } from './quarry';
import { PASSAGES } from '../passages';

type Store = 'search' | 'graph';

interface Asked {
  readonly outcome: string;
  readonly reason: string;
  readonly degraded: readonly { readonly store: string; readonly reason: string }[];
}

/**
 * A store that lost its index: detected by `--check`, questions and searches, and repaired by the command in the
 * message.
 */
describe('an index that is lost', () => {
  const env = { EMBEDDER_URL: 'none' };
  let workplace: Workplace;
  let source: string;
  let data: string;
  /** As `data` after an earlier run, of fewer files. */
  let older: string;
  /** With another source, of the same names. */
  let other: string;

  const quarry = (...args: string[]): Promise<Ended> => workplace.runHere(args, { env });
  const check = (): Promise<Ended> => quarry('index', source, '--data', data, '--check');
  const fileOf = (store: Store, folder = data): string => {
    const [file = ''] = readdirSync(join(folder, store)).filter((name) => name.endsWith('.db'));
    return join(folder, store, file);
  };
  const ask = async (): Promise<Asked> => {
    const { out } = await quarry('ask', 'How is totalOf computed?', '--data', data, '--json');
    return JSON.parse(out) as Asked;
  };

  beforeAll(async () => {
    workplace = new Workplace();
    source = workplace.write('source', { 'src/tax.ts': SHOP['src/tax.ts'] });
    older = workplace.path('older');
    expect(await quarry('index', source, '--data', workplace.path('whole'))).toMatchObject({ code: 0 });
    cpSync(workplace.path('whole'), older, { recursive: true });
    workplace.write('source', SHOP);
    expect(await quarry('index', source, '--data', workplace.path('whole'))).toMatchObject({ code: 0 });
    other = workplace.path('other');
    const elsewhere = workplace.write('elsewhere', SHOP);
    expect(await quarry('index', elsewhere, '--data', other)).toMatchObject({ code: 0 });
    data = workplace.path('data');
  });
  afterAll(() => {
    workplace.remove();
  });
  beforeEach(() => {
    rmSync(data, { recursive: true, force: true });
    cpSync(workplace.path('whole'), data, { recursive: true });
  });

  const exchange = (store: Store, from: string): void => {
    const file = fileOf(store);
    rmSync(file);
    cpSync(fileOf(store, from), file);
  };
  const sql = (store: Store, statement: string): void => {
    const database = new DatabaseSync(fileOf(store), { enableForeignKeyConstraints: false });
    database.exec(statement);
    database.close();
  };
  const CASES: readonly [store: Store, what: string, says: string, damage: (store: Store) => void][] = [
    ...(['search', 'graph'] as const).flatMap((store): typeof CASES => [
      [store, 'deleted', 'holds nothing of it', () => rmSync(fileOf(store))],
      [store, 'of 0 bytes', 'holds nothing of it', () => truncateSync(fileOf(store), 0)],
      [
        store,
        'its folder deleted',
        'holds nothing of it',
        () => rmSync(join(data, store), { recursive: true }),
      ],
      [
        store,
        'cut off',
        'is damaged',
        () => truncateSync(fileOf(store), 4096 * Math.floor(statSync(fileOf(store)).size / 8192)),
      ],
      [store, 'that of another snapshot', 'holds another snapshot', () => exchange(store, other)],
      [store, 'that of an earlier run', 'is older', () => exchange(store, older)],
    ]),
    [
      'search',
      'without some chunks',
      'chunks instead of',
      () => sql('search', "DELETE FROM chunk WHERE key LIKE 'src/%'"),
    ],
    ['graph', 'without its edges', 'holds 0 edges instead of', () => sql('graph', 'DELETE FROM edge')],
    ['graph', 'without its nodes', 'holds 0 nodes instead of', () => sql('graph', 'DELETE FROM node')],
  ];

  it.each(CASES)('the %s file %s: %s', async (store, _what, says, damage) => {
    const before = JSON.parse(
      (await quarry('index', source, '--data', data, '--check', '--json')).out,
    ) as object;
    expect(await ask()).toMatchObject({ ...PASSAGES, degraded: [] });
    damage(store);

    const { code, out, err } = await check();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('index_damaged');
    expect(err).toContain(says);

    const asked = await ask();
    if (store === 'graph')
      expect(asked.degraded).toEqual([
        expect.objectContaining({ store: 'graph', reason: expect.stringContaining(says) as string }),
      ]);
    else expect(asked).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(says) as string });
    const searched = await quarry('search', 'value added tax', '--data', data);
    if (store === 'graph') expect(searched).toMatchObject({ code: 0 });
    else expect(searched).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) as string });

    // The command in the message repairs it, although no file of the source has changed.
    const remedy = /`quarry index PATH( --rebuild)?`/.exec(err);
    expect(remedy).not.toBeNull();
    const mended = await quarry('index', source, '--data', data, ...(remedy?.[1] ? ['--rebuild'] : []));
    expect({ code: mended.code, err: mended.err }).toMatchObject({ code: 0 });
    const { updatedAt: _, ...expected } = before as { readonly updatedAt: number };
    const after = JSON.parse(
      (await quarry('index', source, '--data', data, '--check', '--json')).out,
    ) as object;
    expect(after).toMatchObject(expected);
    expect(await ask()).toMatchObject({ ...PASSAGES, degraded: [] });
  });

  it('names both stores where both are lost', async () => {
    rmSync(join(data, 'search'), { recursive: true });
    truncateSync(fileOf('graph'), 0);
    const { code, err } = await check();
    expect(code).toBe(1);
    expect(err).toMatch(/The search index of "source".*The code graph of "source"/);
  });

  it('of a data folder from before runs were numbered: it opens, works, and the next run numbers it', async () => {
    const records = new DatabaseSync(join(data, 'records.db'));
    records.exec("UPDATE record SET value = json_remove(value, '$.run', '$.snapshots[0].run')");
    records.close();
    sql('search', "UPDATE meta SET body = json_remove(body, '$.imprint')");
    sql(
      'graph',
      `DROP TABLE imprint; DROP INDEX edge_backwards; ALTER TABLE edge DROP COLUMN confidence;
      ALTER TABLE edge DROP COLUMN provenance;
      CREATE INDEX edge_backwards ON edge (to_id, kind, from_id); PRAGMA user_version = 1`,
    );
    expect(await check()).toMatchObject({ code: 0 });
    expect(await ask()).toMatchObject({ ...PASSAGES, degraded: [] });
    const again = await quarry('index', source, '--data', data);
    expect(again.out).toContain(' 0 new or changed, 0 removed');
    exchange('graph', older);
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining('is older') as string });
  });

  it('of a data folder without records is not said to be damaged', async () => {
    for (const name of readdirSync(data)) if (name.startsWith('records.db')) rmSync(join(data, name));
    expect(await check()).toMatchObject({ code: 0 });
    expect(await ask()).toMatchObject({ ...PASSAGES, degraded: [] });
    const copied = workplace.path('copied');
    expect(await quarry('copy', '--data', data, '--to-data', copied)).toMatchObject({ code: 0 });
    expect(existsSync(join(copied, 'records.db'))).toBe(false);
    expect(await quarry('index', source, '--data', copied, '--check')).toMatchObject({ code: 0 });
  });

  it('is not what an index is that was copied over the one that the records know', async () => {
    // The records of `data` know a later run than that which wrote what is copied.
    const fewer = workplace.path('fewer');
    cpSync(older, fewer, { recursive: true });
    expect(await quarry('copy', '--data', fewer, '--to-data', data)).toMatchObject({ code: 0 });
    expect(await check()).toMatchObject({
      code: 0,
      out: expect.stringContaining('intact  1 file ') as string,
    });
    expect(basename(fileOf('graph'))).toBe(basename(fileOf('graph', older)));
  });
});
