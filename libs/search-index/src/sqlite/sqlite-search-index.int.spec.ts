import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkSearchSnapshot, discardSearchSnapshot, openSearchIndex } from '../adapters';
import { searchIndexConformance } from '../conformance';
import { documentFile } from '../conformance/fixtures';
import { FLAT, type SearchIndex } from '../port';

searchIndexConformance({
  name: 'sqlite',
  vectorIndex: FLAT,
  create: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-search-'));
    return {
      open: async () => openSearchIndex(`sqlite:${folder}`),
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

describe('SqliteSearchIndex', () => {
  const ref = { repository: '../../etc', snapshot: 'x/../..' };
  let folder: string;
  let index: SearchIndex;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-search-'));
    index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
  });
  afterEach(async () => {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (texts: readonly string[]) =>
    index.write(ref, {
      files: texts.map((text, i) => ({
        path: `f${i}.txt`,
        hash: 'h',
        chunks: [
          {
            id: `f${i}.txt#L1-L1`,
            path: `f${i}.txt`,
            startLine: 1,
            endLine: 1,
            text,
            language: 'text',
            kind: 'window' as const,
            contentHash: `${i}`,
          },
        ],
      })),
    });

  it('rejects a truncated file with its name and the remedy, and starts from scratch once it is discarded', async () => {
    await write(Array.from({ length: 200 }, (_, i) => `text number ${i} `.repeat(50)));
    await index.close();
    const [name = ''] = readdirSync(join(folder, 'search'));
    truncateSync(join(folder, 'search', name), 40_000);
    index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    for (const call of [() => index.describe(ref), () => write(['again'])]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'index_damaged' });
      expect(String(failure)).toContain(join(folder, 'search', name));
      expect(String(failure)).toContain('quarry index PATH --rebuild');
    }
    await discardSearchSnapshot(`sqlite:${join(folder, 'search')}`, ref);
    await write(['again']);
    expect(await index.describe(ref)).toMatchObject({ files: 1 });
  });

  /** Turns the snapshot's file into the format before keywords and codes had their own tables, then applies `more`. */
  function downgrade(version: number, more = ''): void {
    const [name = ''] = readdirSync(join(folder, 'search')).filter((file) => file.endsWith('.db'));
    const old = new DatabaseSync(join(folder, 'search', name));
    old.exec(`CREATE VIRTUAL TABLE terms USING fts5 (name, path, text, content = '', contentless_delete = 1, tokenize = 'ascii');
      DROP TABLE posting; DROP TABLE posting_block; DROP TABLE code_block; DROP TABLE free_vector; DROP INDEX chunk_by_language; DROP TABLE sealed_file;
      DROP TABLE loose_vector; DROP TABLE sealed_sum;
      ${more}; PRAGMA user_version = ${version}`);
    old.close();
  }

  it('opens a file of the first format, and keeps its vectors', async () => {
    await write(['walrus']);
    await index.write(ref, { meta: { embedder: { id: 'm', dimension: 2 } } });
    await index.setVectors(ref, [{ contentHash: '0', vector: Float32Array.of(1, 0) }]);
    await index.close();
    downgrade(
      1,
      `DROP INDEX vector_of_list; ALTER TABLE vector DROP COLUMN list; DROP TABLE centroid; DROP TABLE training; DROP TABLE seal; DROP TABLE sections;
       UPDATE meta SET body = json_remove(body, '$.vectorIndex', '$.chunking')`,
    );
    index = openSearchIndex(`sqlite:${join(folder, 'search')}`);
    expect(await index.describe(ref)).toMatchObject({ pendingVectors: 0, chunking: null, vectorIndex: FLAT });
    const [hits] = await index.search(ref, [{ kind: 'knn', vector: Float32Array.of(1, 0), k: 1 }]);
    expect(hits).toHaveLength(1);
  });

  it('opens a file of the format before section trees: it passes the check, and accepts them', async () => {
    await write(['walrus']);
    await index.write(ref, { meta: { commit: 'c' } });
    await index.close();
    const url = `sqlite:${join(folder, 'search')}`;
    downgrade(3, 'DROP TABLE sections');
    await checkSearchSnapshot(url, ref);
    index = openSearchIndex(url);
    expect(await index.describe(ref)).toMatchObject({ files: 1, chunks: 1, commit: 'c' });
    expect(await index.sections(ref)).toEqual([]);
    const document = documentFile('a.pdf', 3);
    await index.write(ref, { files: [document], meta: {} });
    expect(await index.sections(ref)).toEqual(document.sections);
    await checkSearchSnapshot(url, ref);
  });

  it('builds keywords and codes for a file with keywords in FTS5, and finds the same', async () => {
    const texts = Array.from({ length: 1_500 }, (_, i) => `walrus ${'ostrich '.repeat(i % 7)} number ${i}`);
    await write(texts);
    await index.write(ref, { meta: { embedder: { id: 'm', dimension: 3 } } });
    const vectors = texts.map((_, i) => ({
      contentHash: String(i),
      vector: Float32Array.of(Math.sin(i), Math.cos(i), 0.3),
    }));
    await index.setVectors(ref, vectors);
    await index.write(ref, { meta: { commit: 'c' } });
    const queries = [
      { kind: 'bm25', text: 'ostrich number 77', k: 50 },
      { kind: 'knn', vector: Float32Array.of(0.2, 1, 0), k: 50 },
    ] as const;
    const before = await index.search(ref, queries);
    expect(before.map((hits) => hits.length)).toEqual([50, 50]);
    await index.close();
    downgrade(4);
    const url = `sqlite:${join(folder, 'search')}`;
    await checkSearchSnapshot(url, ref);
    index = openSearchIndex(url);
    expect(await index.search(ref, queries)).toEqual(before);
    await index.write(ref, { remove: ['f77.txt'], meta: {} });
    await checkSearchSnapshot(url, ref);
  });

  it('rejects an unknown vector index, and stays unchanged', async () => {
    await write(['walrus']);
    await expect(
      index.write(ref, { meta: { vectorIndex: { type: 'int8_hnsw' }, commit: 'c' } }),
    ).rejects.toMatchObject({ code: 'bad_request' });
    expect(await index.describe(ref)).toMatchObject({ vectorIndex: FLAT, commit: null });
  });

  it('is selected by its scheme only', () => {
    expect(() => openSearchIndex('opensearch://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringContaining('sqlite:') as string,
      }),
    );
  });
});
