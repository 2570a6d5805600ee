import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { checkSearchSnapshot, openSearchIndex } from '../adapters';
import type { SearchIndex } from '../port';

/**
 * An index that Quarry 0.1.0 wrote before acronyms, Greek letters and versions were terms: `pdf.md`, `soup.md` and
 * `dto.ts`, with vectors of MiniLM.
 */
const WRITTEN = readFileSync(join(__dirname, 'testing/version-5.db.gz'));
const REF = { repository: 'shelf', snapshot: 'current' };
const FILE = 'shelf-current-a626e7b4b51861c60611d3ff7607672d.db';

describe('an index of the format before', () => {
  let folder: string;
  let index: SearchIndex;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-upgrade-'));
    writeFileSync(join(folder, FILE), gunzipSync(WRITTEN));
    index = openSearchIndex(`sqlite:${folder}`);
  });
  afterEach(async () => {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pathsFor = async (text: string) => {
    const [hits = []] = await index.search(REF, [{ kind: 'bm25', text, k: 5 }]);
    return hits.map(({ chunk }) => chunk.path);
  };

  it('finds by the words of today', async () => {
    for (const [text, path] of [
      ['PDF', 'pdf.md'],
      ['TNF-alpha', 'pdf.md'],
      ['1.2.3', 'pdf.md'],
      ['dto', 'dto.ts'],
      ['salt', 'soup.md'],
    ] as const)
      expect([text, ...(await pathsFor(text))]).toEqual([text, path]);
    expect(await pathsFor('fs')).toEqual([]);
  });

  it('keeps its vectors: nothing is left to embed', async () => {
    expect(await index.describe(REF)).toMatchObject({ files: 3, chunks: 3, pendingVectors: 0 });
    const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(i));
    const [near = []] = await index.search(REF, [{ kind: 'knn', vector, k: 5 }]);
    expect(near).toHaveLength(3);
  });

  it('passes the check, and accepts changes as a new one', async () => {
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
    await index.write(REF, { remove: ['dto.ts'], meta: {} });
    expect(await pathsFor('dto')).toEqual([]);
    expect(await pathsFor('PDFs')).toEqual(['pdf.md']);
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
  });

  it('is known by its older record of the content', async () => {
    await pathsFor('PDF');
    await index.close();
    const database = new DatabaseSync(join(folder, FILE));
    database.exec("UPDATE document SET body = replace(body, 'salt', 'malt')");
    database.close();
    await expect(checkSearchSnapshot(`sqlite:${folder}`, REF)).rejects.toThrow(/differ from the last run/);
  });

  it('is as good without the record of each file, which the next run makes', async () => {
    await pathsFor('PDF');
    await index.close();
    const database = new DatabaseSync(join(folder, FILE));
    database.exec(
      'DROP TABLE sealed_file; DROP TABLE loose_vector; DROP TABLE sealed_sum; PRAGMA user_version = 6',
    );
    database.close();
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
    index = openSearchIndex(`sqlite:${folder}`);
    await index.write(REF, { remove: ['dto.ts'], meta: {} });
    expect(await pathsFor('PDF')).toEqual(['pdf.md']);
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
  });

  it('keeps the record of all files at once, until a file changes', async () => {
    await pathsFor('PDF');
    await index.write(REF, { remove: ['dto.ts'], meta: {} });
    await index.close();
    const database = new DatabaseSync(join(folder, FILE));
    // As the format before 8 recorded it: the digests of the files, in the order of their paths.
    const files = database.prepare(
      'SELECT path, hash, digest FROM sealed_file JOIN file ON id = file_id ORDER BY path',
    );
    const hash = createHash('sha256');
    for (const { path, hash: own, digest } of files.all())
      hash.update(`${String(path)}\0${String(own)}\0${String(digest)}\n`);
    database.exec(
      `UPDATE seal SET digest = 'by file ${hash.digest('hex')}'; DROP TABLE loose_vector; DROP TABLE sealed_sum;
       DROP INDEX unsealed_file; DELETE FROM sealed_file WHERE digest = ''; PRAGMA user_version = 7`,
    );
    database.close();
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
    index = openSearchIndex(`sqlite:${folder}`);
    await index.write(REF, { remove: ['soup.md'], meta: {} });
    await checkSearchSnapshot(`sqlite:${folder}`, REF);
    await index.close();
    const changed = new DatabaseSync(join(folder, FILE));
    changed.exec("UPDATE document SET body = replace(body, 'PDF', 'PDG')");
    changed.close();
    await expect(checkSearchSnapshot(`sqlite:${folder}`, REF)).rejects.toThrow(/differ from the last run/);
  });

  it('is upgraded once', async () => {
    await pathsFor('PDF');
    await index.close();
    const copy = join(folder, 'copy');
    cpSync(join(folder, FILE), join(copy, FILE));
    index = openSearchIndex(`sqlite:${copy}`);
    expect(await pathsFor('PDF')).toEqual(['pdf.md']);
  });
});
