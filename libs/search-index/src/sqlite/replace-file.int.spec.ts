import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { checkSearchSnapshot, openSearchIndex } from '../adapters';
import { file, hashOf, MODEL, REF } from '../conformance/fixtures';
import type { ExportedFile, IndexedFile, SearchIndex } from '../port';

const TEXTS = ['retry a hop', 'zebra crossing', 'walrus', 'otter and heron', 'retry a turn'];

/** The file with its chunks some lines further down. */
function movedDown(moved: IndexedFile, by: number): IndexedFile {
  return {
    ...moved,
    chunks: moved.chunks.map((one) => ({
      ...one,
      ...{ startLine: one.startLine + by, endLine: one.endLine + by },
      id: `${one.path}#L${one.startLine + by}-L${one.endLine + by}`,
    })),
  };
}

describe('a file that is written again', () => {
  let folder: string;
  let opened: SearchIndex[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-replace-'));
    opened = [];
  });
  afterEach(async () => {
    for (const index of opened) await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (name: string): SearchIndex => {
    const index = openSearchIndex(`sqlite:${join(folder, name)}`);
    opened.push(index);
    return index;
  };
  const contentOf = async (index: SearchIndex) => {
    const files: ExportedFile[] = [];
    for await (const one of index.export(REF)) files.push(one);
    const queries = ['retry', 'walrus heron', 'zebra'].map(
      (text) => ({ kind: 'bm25', text, k: 20 }) as const,
    );
    const { updatedAt: _, ...info } = (await index.describe(REF))!;
    return { files, hits: await index.search(REF, queries), info };
  };
  const embed = async (index: SearchIndex): Promise<void> => {
    await index.write(REF, { meta: { embedder: MODEL } });
    const pending = await index.pendingVectors(REF, 100);
    const vectors = pending.map(({ text, contentHash }) => ({
      contentHash,
      vector: Float32Array.from([text.length, 1, 2, 3]),
    }));
    await index.setVectors(REF, vectors);
  };
  const tables = (name: string, select: string): unknown => {
    const [database = ''] = readdirSync(join(folder, name)).filter((one) => one.endsWith('.db'));
    const raw = new DatabaseSync(join(folder, name, database), { readOnly: true });
    try {
      return raw.prepare(select).all();
    } finally {
      raw.close();
    }
  };

  it('drops the vectors of texts that are gone at the end of the run, and those only', async () => {
    const index = open('one');
    const [first, second] = [file('a.txt', ['walrus', 'otter']), file('b.txt', ['zebra', 'otter'])];
    await index.write(REF, { files: [first, second] });
    await embed(index);
    const kept = () => (tables('one', 'SELECT content_hash FROM vector') as object[]).length;
    expect(kept()).toBe(3);
    // The text comes back in the same run: its vector is still there.
    await index.write(REF, { remove: ['a.txt'] });
    await index.write(REF, { files: [first], meta: {} });
    expect([kept(), (await index.describe(REF))?.pendingVectors]).toEqual([3, 0]);
    await index.write(REF, { remove: ['a.txt'], meta: {} });
    expect(kept()).toBe(2);
    await index.write(REF, { files: [file('b.txt', ['zebra'])], meta: {} });
    expect(tables('one', 'SELECT content_hash FROM vector')).toEqual([{ content_hash: hashOf('zebra') }]);
    await checkSearchSnapshot(`sqlite:${join(folder, 'one')}`, REF);
  });

  it('keeps the rows and the keywords of chunks that only moved, and those of the others are written', async () => {
    const index = open('one');
    const before = file('a.ts', TEXTS);
    await index.write(REF, { files: [before] });
    const postings = 'SELECT * FROM posting ORDER BY block, term';
    const [words, rows] = [tables('one', postings), tables('one', 'SELECT id, content_hash FROM chunk')];
    await index.write(REF, { files: [{ ...movedDown(before, 1), hash: 'moved' }] });
    expect(tables('one', postings)).toEqual(words);
    expect(tables('one', 'SELECT id, content_hash FROM chunk')).toEqual(rows);
    expect(tables('one', 'SELECT key FROM chunk ORDER BY id')).toEqual(
      TEXTS.map((_, i) => ({ key: `a.ts#L${i + 2}-L${i + 2}` })),
    );
    await index.write(REF, { files: [file('a.ts', ['new', ...TEXTS.slice(1)])] });
    expect(tables('one', `SELECT content_hash FROM chunk ORDER BY key`)).toEqual(
      ['new', ...TEXTS.slice(1)].map((text) => ({ content_hash: hashOf(text) })),
    );
    expect(tables('one', postings)).not.toEqual(words);
  });

  it('refuses an id that a chunk of another file has, also for a chunk that only moved', async () => {
    const index = open('one');
    const ours = file('a.ts', ['walrus']);
    await index.write(REF, { files: [ours, file('b.ts', ['heron'])] });
    const taken = ours.chunks.map((one) => ({ ...one, id: 'b.ts#L1-L1' }));
    await expect(index.write(REF, { files: [{ ...ours, chunks: taken }] })).rejects.toMatchObject({
      code: 'internal',
    });
    expect((await index.describe(REF))?.chunks).toBe(2);
  });

  it('leaves what writing it once leaves', async () => {
    const version = fc.record({
      texts: fc.array(fc.constantFrom(...TEXTS), { maxLength: 6 }),
      by: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(version, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (versions, early) => {
          const [again, once] = [open(`again ${opened.length}`), open(`once ${opened.length}`)];
          const files = versions.map(({ texts, by }) => movedDown(file('a.ts', texts), by));
          const other = file('b.ts', ['walrus', 'retry']);
          await again.write(REF, { files: [other] });
          for (const one of files) {
            await again.write(REF, { files: [one] });
            if (early) await embed(again);
          }
          await once.write(REF, { files: [other, files.at(-1)!] });
          for (const index of [again, once]) await embed(index);
          expect(await contentOf(again)).toEqual(await contentOf(once));
          const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('again'));
          await checkSearchSnapshot(`sqlite:${join(folder, name)}`, REF);
          for (const index of opened.splice(0)) await index.close();
          for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true });
        },
      ),
      { numRuns: 40 },
    );
  });
});
