import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMasker } from './open-masker';
import { draw } from './testing/samples';

const TEXT = `x = 'gh${'p_'}${draw('abcdefghijklmnopqrstuvwxyz0123456789', 36, 'a')}'`;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarry-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const masked = async (): Promise<string> =>
  (await (await openMasker({ dataDir, repository: 'shop', root: null })).mask(TEXT, 'a.ts')).text;

describe('openMasker', () => {
  it('keeps its key in the data folder, readable by its owner only', async () => {
    const first = await masked();
    expect(await masked()).toBe(first);
    expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
    rmSync(join(dataDir, 'secrets.key'));
    expect(await masked()).not.toBe(first);
  });

  it('uses one key if several processes create the first one', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 8 }, masked))).size).toBe(1);
    expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reports an invalid key and its remedy', async () => {
    writeFileSync(join(dataDir, 'secrets.key'), 'short');
    await expect(masked()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/Delete it/),
    });
  });

  it('skips the paths of .secretlintignore', async () => {
    writeFileSync(join(dataDir, '.secretlintignore'), 'fixtures/\n!fixtures/real.ts\n*.snap\n');
    const masker = await openMasker({ dataDir, repository: 'shop', root: dataDir });
    const found = async (path: string): Promise<number> => (await masker.mask(TEXT, path)).found.length;
    expect([await found('fixtures/a.ts'), await found('a.snap'), await found('src/a.ts')]).toEqual([0, 0, 1]);
  });
});
