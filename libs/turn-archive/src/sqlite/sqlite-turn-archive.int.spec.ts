import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openTurnArchive } from '../adapters';
import { archivedOf, turnArchiveConformance } from '../conformance';

turnArchiveConformance('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-turns-'));
  return {
    open: async () => openTurnArchive(`sqlite:${join(folder, 'turns.db')}`),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

describe('SqliteTurnArchive', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-turns-'));
    file = join(folder, 'data/turns.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps its content across a restart', async () => {
    const first = openTurnArchive(`sqlite:${file}`);
    await first.save(archivedOf('t1'));
    await first.close();
    await expect(first.load('acme', 't1')).rejects.toMatchObject({ code: 'store_unavailable' });
    const second = openTurnArchive(`sqlite:${file}`);
    expect(await second.load('acme', 't1')).toEqual(archivedOf('t1'));
    await second.close();
  });

  it('prunes more turns than fit one transaction', async () => {
    const archive = openTurnArchive(`sqlite:${file}`);
    for (let n = 0; n < 450; n++) await archive.save(archivedOf(`t${n}`));
    expect(await archive.prune(Date.now())).toBe(450);
    await archive.close();
  });

  it('adds the turns of an archive that the version before wrote to the index of citations', async () => {
    mkdirSync(dirname(file));
    // Two turns that cite `f1.ts` and `f2.ts` of `shop`, and a deleted one.
    writeFileSync(file, gunzipSync(readFileSync(join(__dirname, 'turns-format-1.db.gz'))));
    const archive = openTurnArchive(`sqlite:${file}`);
    expect(
      (await archive.list('acme', {}, { limit: 9 })).map(({ id, staleness }) => [id, staleness]),
    ).toEqual([
      ['t2', null],
      ['t1', null],
    ]);
    expect(await archive.citedRepositories()).toEqual([]);
    expect(await archive.indexEarlier(1)).toBe(1);
    expect(await archive.indexEarlier(9)).toBe(1);
    expect(await archive.indexEarlier(9)).toBe(0);
    expect((await archive.uncompared(9)).map(({ id }) => id).toSorted()).toEqual(['t1', 't2']);
    expect((await archive.seen('shop')).map(({ path }) => path).toSorted()).toEqual(['f1.ts', 'f2.ts']);
    expect((await archive.load('acme', 't1'))?.turn.evidence[0]?.text).toContain('line one of f1');
    await archive.close();
  });

  it('reports a damaged file with a remedy', async () => {
    const first = openTurnArchive(`sqlite:${file}`);
    await first.save(archivedOf('t1'));
    await first.close();
    writeFileSync(file, 'no database '.repeat(500));
    const archive = openTurnArchive(`sqlite:${file}`);
    const failure: unknown = await archive.load('acme', 't1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toContain(file);
    expect(String(failure)).toMatch(/finished turns.*restore the file from a backup.*move it.*aside/);
    await archive.close();
  });

  it('is selected by its scheme only', () => {
    expect(() => openTurnArchive('postgres://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringMatching(/^TURN_ARCHIVE_URL (?!.*secret).*sqlite:, elasticsearch:/) as string,
      }),
    );
  });
});
