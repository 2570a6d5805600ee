import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkSearchSnapshot, openSearchIndex } from '../adapters';
import { documentFile } from '../conformance/fixtures';
import { FLAT } from '../port';

const ref = { repository: 'r', snapshot: 's' };
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-check-'));
  const index = openSearchIndex(`sqlite:${folder}`);
  const texts = Array.from({ length: 60 }, (_, i) => `a text about walrus number ${i} `.repeat(20));
  await index.write(ref, {
    files: [
      ...texts.map((text, i) => {
        const chunk = {
          path: `f${i}.txt`,
          startLine: 1,
          endLine: 1,
          text,
          language: 'text',
          contentHash: `h${i}`,
        };
        return {
          path: `f${i}.txt`,
          hash: `${i}`,
          chunks: [{ ...chunk, id: `f${i}#1`, kind: 'window' as const }],
        };
      }),
      documentFile('a.pdf', 3),
    ],
    meta: { embedder: { id: 'm', dimension: 4 }, vectorIndex: { ...FLAT, type: 'ivf', lists: 4 } },
  });
  await index.setVectors(
    ref,
    texts.map((_, i) => ({ contentHash: `h${i}`, vector: Float32Array.of(i % 7, 1, i % 3, 1) })),
  );
  await index.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (): Promise<void> => checkSearchSnapshot(`sqlite:${folder}`, ref);
const file = (): string => join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '');

function damage(statements: string): void {
  const database = new DatabaseSync(file());
  database.exec(`PRAGMA foreign_keys = OFF; ${statements}`);
  database.close();
}

describe('checkSearchSnapshot', () => {
  it('accepts an intact index, also after later changes', async () => {
    await check();
    const index = openSearchIndex(`sqlite:${folder}`);
    await index.write(ref, { remove: ['f3.txt'] });
    await check();
    await index.write(ref, { meta: { commit: 'c' } });
    await check();
    await index.close();
  });

  it('reports a missing index', async () => {
    const other = { ...ref, snapshot: 'other' };
    await expect(checkSearchSnapshot(`sqlite:${folder}`, other)).rejects.toMatchObject({
      code: 'index_missing',
    });
  });

  it.each([
    ['DELETE FROM file WHERE id = 5', /1 chunks without a file/],
    ['DELETE FROM document WHERE chunk_id IN (1, 2)', /2 chunks without their text/],
    ['DELETE FROM chunk WHERE id = 7', /1 texts without a chunk; 1 keywords without a chunk/],
    ['UPDATE posting_block SET lengths = zeroblob(16384)', /60 chunks without their keywords/],
    ['DELETE FROM posting_block', /60 chunks without their keywords/],
    ["DELETE FROM posting WHERE term LIKE 'walru%'", /1 incomplete blocks of keywords/],
    ["UPDATE posting SET entries = x'ffff' WHERE term LIKE 'walru%'", /1 incomplete blocks of keywords/],
    ['UPDATE posting_block SET tokens = tokens + 1', /1 incomplete blocks of keywords/],
    ['DELETE FROM code_block', /60 vectors with a wrong code/],
    ['UPDATE code_block SET codes = zeroblob(length(codes))', /60 vectors with a wrong code/],
    [
      "UPDATE vector SET embedding = x'0000803f00000000000000000000803f' WHERE id = 3",
      /1 vectors with a wrong code/,
    ],
    ['DELETE FROM vector WHERE id = 9', /1 chunks whose vector is missing/],
    ["UPDATE vector SET content_hash = 'x' WHERE id = 9", /belongs to another text/],
    ["UPDATE vector SET embedding = x'00000000' WHERE id < 4", /3 vectors with another dimension/],
    [
      "UPDATE vector SET embedding = x'0000c07f0000c07f0000c07f0000c07f' WHERE id = 4",
      /1 vectors that contain NaN or Infinity/,
    ],
    ['DELETE FROM centroid WHERE list = 0', /vectors in a list that does not exist/],
    ["UPDATE file SET hash = 'x' WHERE id = 2", /that differ from the last run/],
    [
      "UPDATE document SET body = replace(body, 'walrus', 'ostrich') WHERE chunk_id = 2",
      /that differ from the last run/,
    ],
    ['DELETE FROM file WHERE id = 61', /1 section trees without a file/],
    ["UPDATE sections SET body = '[]'", /section trees that differ from the last run/],
    ['DELETE FROM sections', /section trees that differ from the last run/],
    [
      'DELETE FROM posting; DELETE FROM posting_block; DELETE FROM document; DELETE FROM chunk; DELETE FROM file; DELETE FROM vector',
      /that differ from the last run/,
    ],
  ])('after %s reports the damage and the remedy', async (statements, what) => {
    damage(statements);
    const failure: unknown = await check().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged', message: expect.stringMatching(what) as string });
    expect(String(failure)).toContain(file());
    expect(String(failure)).toContain('--rebuild');
  });

  it('detects damage of a file also after a run that changed others', async () => {
    damage("UPDATE document SET body = replace(body, 'walrus', 'ostrich') WHERE chunk_id = 2");
    const index = openSearchIndex(`sqlite:${folder}`);
    await index.write(ref, { remove: ['f3.txt'], meta: { commit: 'c' } });
    await index.close();
    await expect(check()).rejects.toThrow(/that differ from the last run/);
  });

  it('detects a truncated file, and flipped bytes', async () => {
    const whole = readFileSync(file());
    const page = whole.readUInt16BE(16);
    for (const spoil of [
      () => truncateSync(file(), whole.length - 3 * page),
      // The header of a page in the middle of the file: the page's type and cell count.
      () =>
        writeFileSync(
          file(),
          whole.map((byte, i) => (Math.floor(i / page) >= 4 && i % page < 8 ? byte ^ 0xff : byte)),
        ),
      // Within a stored text.
      () => {
        const at = whole.indexOf('walrus number 30');
        expect(at).toBeGreaterThan(0);
        writeFileSync(
          file(),
          whole.map((byte, i) => (i === at ? byte ^ 1 : byte)),
        );
      },
    ]) {
      writeFileSync(file(), whole);
      await check();
      spoil();
      await expect(check()).rejects.toMatchObject({ code: 'index_damaged' });
    }
  });
});
