import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGoldenStore } from '../adapters';
import { goldenStoreConformance, runOf, setOf } from '../conformance';

goldenStoreConformance('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-golden-'));
  return {
    open: async () => openGoldenStore(`sqlite:${join(folder, 'golden.db')}`),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

describe('SqliteGoldenStore', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-golden-'));
    file = join(folder, 'data/golden.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('finds after a restart what was written before', async () => {
    const first = openGoldenStore(`sqlite:${file}`);
    await first.saveSet(setOf('faq'));
    await first.saveRun(runOf('r1'));
    await first.close();
    await expect(first.sets('acme')).rejects.toMatchObject({ code: 'store_unavailable' });
    const second = openGoldenStore(`sqlite:${file}`);
    expect(await second.set('acme', 'faq')).toEqual(setOf('faq'));
    expect(await second.run('acme', 'r1')).toEqual(runOf('r1'));
    await second.close();
  });

  it('says what to do about a damaged file', async () => {
    const first = openGoldenStore(`sqlite:${file}`);
    await first.saveSet(setOf('faq'));
    await first.close();
    writeFileSync(file, 'no database '.repeat(500));
    const golden = openGoldenStore(`sqlite:${file}`);
    const failure: unknown = await golden.sets('acme').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toContain(file);
    expect(String(failure)).toMatch(/golden sets.*restore the file from a backup.*move it.*aside/);
    await golden.close();
  });

  it('is found by its scheme only', () => {
    expect(() => openGoldenStore('postgres://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringMatching(/^GOLDEN_STORE_URL (?!.*secret).*sqlite:, elasticsearch:/) as string,
      }),
    );
  });
});
