import * as fc from 'fast-check';
import { Fault, type PlanFilter, type SnapshotRef } from '@quarry/turn';
import {
  FLAT,
  type Chunk,
  type ExportedFile,
  type Hit,
  type IndexedFile,
  type SearchIndex,
  type VectorIndex,
} from './port';
import { NAUGHTY } from './testing/naughty-strings';

/** A store under test, empty at first. */
export interface SearchIndexUnderTest {
  /** Another client of the same store, as another process would have. */
  open(): Promise<SearchIndex>;
  /** Removes all that the tests wrote. */
  dispose(): Promise<void>;
}

export interface SearchIndexSuite {
  readonly name: string;
  readonly create: () => Promise<SearchIndexUnderTest>;
  /** Of a snapshot for which none was chosen. */
  readonly vectorIndex: VectorIndex;
  /** Tests that the adapter does not pass, by their names, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

const REF: SnapshotRef = { repository: 'acme/shop', snapshot: 'main' };
const MODEL = { id: 'test-model@1', dimension: 4 };

const L2: VectorIndex = { ...FLAT, metric: 'l2' };

/** What every search index keeps: run it in the adapter's spec. Asserts invariants, not scores. */
export function searchIndexConformance({ name, create, vectorIndex, skip = [] }: SearchIndexSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();
  const check = (test: string, body: () => Promise<void>): void => {
    declared.add(test);
    const reason = gaps.get(test);
    if (reason === undefined) it(test, body);
    else it.skip(`${test} (skipped: ${reason})`, body);
  };

  describe(`${name} keeps the search index's contract`, () => {
    let store: SearchIndexUnderTest;
    let index: SearchIndex;
    beforeEach(async () => {
      store = await create();
      index = await store.open();
    });
    afterEach(async () => {
      await index.close();
      await store.dispose();
    });

    const bm25 = async (text: string, filter?: PlanFilter, k = 10): Promise<readonly Hit[]> => {
      const [hits = []] = await index.search(REF, [{ kind: 'bm25', text, k, ...(filter ? { filter } : {}) }]);
      return hits;
    };
    const knn = async (vector: readonly number[], filter?: PlanFilter, k = 10): Promise<readonly Hit[]> => {
      const query = {
        kind: 'knn',
        vector: Float32Array.from(vector),
        k,
        ...(filter ? { filter } : {}),
      } as const;
      const [hits = []] = await index.search(REF, [query]);
      return hits;
    };
    const embed = async (vectors: Readonly<Record<string, readonly number[]>>): Promise<void> => {
      await index.write(REF, { meta: { embedder: MODEL } });
      await index.setVectors(
        REF,
        Object.entries(vectors).map(([text, vector]) => ({
          contentHash: hashOf(text),
          vector: Float32Array.from(vector),
        })),
      );
    };

    check('knows nothing of a snapshot that was never written', async () => {
      expect(await index.describe(REF)).toBeNull();
      expect(await index.manifest(REF)).toEqual(new Map());
      const missing = { code: 'index_missing' };
      await expect(index.search(REF, [])).rejects.toMatchObject(missing);
      await expect(index.pendingVectors(REF, 1)).rejects.toMatchObject(missing);
      await expect(index.setVectors(REF, [])).rejects.toMatchObject(missing);
      expect(await index.describe(REF)).toBeNull();
    });

    check('creates a snapshot on the first write and describes it', async () => {
      await index.ping();
      await index.write(REF, {});
      expect(await index.describe(REF)).toMatchObject({
        files: 0,
        chunks: 0,
        pendingVectors: 0,
        embedder: null,
        bm25: true,
        commit: null,
        root: null,
        chunking: null,
        vectorIndex,
      });
      await index.write(REF, {
        files: [file('src/a.ts', ['alpha', 'beta']), file('src/b.ts', ['gamma'])],
        meta: { commit: 'c0ffee', root: '/srv/shop', embedder: MODEL },
      });
      const info = await index.describe(REF);
      expect(info).toMatchObject({
        files: 2,
        chunks: 3,
        pendingVectors: 3,
        commit: 'c0ffee',
        root: '/srv/shop',
      });
      expect(info?.embedder).toEqual(MODEL);
      expect(await index.manifest(REF)).toEqual(
        new Map([
          ['src/a.ts', 'hash of alpha|beta'],
          ['src/b.ts', 'hash of gamma'],
        ]),
      );
    });

    check('keeps the meta data that a write does not name', async () => {
      const kept = { root: '/srv', embedder: MODEL, chunking: { tokens: 256, overlap: 32 }, vectorIndex: L2 };
      await index.write(REF, { meta: { ...kept, commit: 'one' } });
      await index.write(REF, { meta: { commit: null } });
      expect(await index.describe(REF)).toMatchObject({ ...kept, commit: null });
    });

    check('gives chunks back exactly as they were written', async () => {
      const full: Chunk = {
        ...chunk('src/a.ts', 1, 'const naïve = "\u0000 \ud83d\ude42 \\u0000 %_\'";\r\n\tzebra();'),
        symbol: 'Shop.naïve',
        nodeKey: 'typescript:Shop.naïve|METHOD',
        commit: 'c0ffee',
        title: 'A title',
        url: 'https://example.org/a?b#c',
        document: 'wiki/Zebra #1',
        offset: 4_096,
        kind: 'definition',
      };
      await index.write(REF, { files: [{ path: 'src/a.ts', hash: 'h', chunks: [full] }] });
      expect((await bm25('zebra')).map((hit) => hit.chunk)).toEqual([full]);
      expect(await index.pendingVectors(REF, 10)).toEqual([full]);
    });

    check('replaces all chunks of a file and removes files', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus', 'ostrich']), file('b.ts', ['walrus'])] });
      await index.write(REF, { files: [file('a.ts', ['penguin'])] });
      expect(paths(await bm25('walrus ostrich penguin'))).toEqual(['a.ts', 'b.ts']);
      expect(await bm25('ostrich')).toEqual([]);
      await index.write(REF, { remove: ['b.ts', 'never-there.ts'] });
      expect(await bm25('walrus')).toEqual([]);
      expect(await index.describe(REF)).toMatchObject({ files: 1, chunks: 1 });
      expect(await index.manifest(REF)).toEqual(new Map([['a.ts', 'hash of penguin']]));
    });

    check('keeps a file without chunks in its manifest', async () => {
      await index.write(REF, { files: [{ path: 'empty.ts', hash: 'h0', chunks: [] }] });
      expect(await index.manifest(REF)).toEqual(new Map([['empty.ts', 'h0']]));
    });

    check('refuses a chunk id of another file and leaves both files as they were', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus'])] });
      const thief: IndexedFile = {
        path: 'b.ts',
        hash: 'h',
        chunks: [chunk('b.ts', 1, 'fine'), { ...chunk('b.ts', 2, 'thief'), id: 'a.ts#L1-L1' }],
      };
      await expect(index.write(REF, { files: [thief] })).rejects.toThrow(Fault);
      expect(paths(await bm25('walrus thief fine'))).toEqual(['a.ts']);
      expect([...(await index.manifest(REF)).keys()]).toEqual(['a.ts']);
    });

    check('keeps snapshots and repositories apart', async () => {
      const others = [
        { repository: 'acme/shop', snapshot: 'next' },
        { repository: 'acme', snapshot: 'shop/main' },
      ];
      await index.write(REF, { files: [file('a.ts', ['walrus'])] });
      for (const other of others) {
        expect(await index.describe(other)).toBeNull();
        await index.write(other, { files: [file('x.ts', ['walrus']), file('y.ts', ['walrus'])] });
      }
      await index.write(REF, { remove: ['x.ts'] });
      expect(paths(await bm25('walrus'))).toEqual(['a.ts']);
      for (const other of others) expect(await index.describe(other)).toMatchObject({ files: 2 });
    });

    check('shows another client what was written', async () => {
      const other = await store.open();
      await index.write(REF, { files: [file('a.ts', ['walrus'])], meta: { root: '/srv' } });
      expect(await other.describe(REF)).toMatchObject({ chunks: 1, root: '/srv' });
      await other.write(REF, { files: [file('b.ts', ['walrus'])] });
      await other.close();
      expect(paths(await bm25('walrus'))).toEqual(['a.ts', 'b.ts']);
    });

    check('finds words whatever their form, and parts of identifiers', async () => {
      await index.write(REF, {
        files: [
          file('a.ts', ['function fetchUserInvoices(accountId) { return db.load(accountId) }']),
          file('b.sql', ['SELECT total_amount FROM dbo.CustomerLedger']),
          file('c.md', ['Retrying is configured in the settings of the scheduler.']),
          file('d.md', ['数据库连接池在启动时创建。']),
        ],
      });
      for (const [query, path] of [
        ['how are invoices fetched for a user?', 'a.ts'],
        ['fetchUserInvoices', 'a.ts'],
        ['fetch_user_invoices', 'a.ts'],
        ['FETCHUSERINVOICES', 'a.ts'],
        ['customer ledger', 'b.sql'],
        ['dbo.CustomerLedger', 'b.sql'],
        ['totalAmount', 'b.sql'],
        ['where do we configure retries', 'c.md'],
        ['ｓｅｔｔｉｎｇｓ', 'c.md'],
        ['数据库', 'd.md'],
      ] as const)
        expect([query, (await bm25(query))[0]?.chunk.path]).toEqual([query, path]);
    });

    check('ranks by terms: more of the query, rarer words, and names before mentions', async () => {
      const filler = Array.from({ length: 20 }, (_, i) =>
        file(`f${i}.ts`, [`common words of filler number ${i}`]),
      );
      await index.write(REF, {
        files: [
          ...filler,
          file('both.ts', ['pelican and heron in common']),
          file('one.ts', ['pelican in common words']),
          {
            path: 'def.ts',
            hash: 'h',
            chunks: [{ ...chunk('def.ts', 1, 'body of it'), symbol: 'Zoo.flamingo' }],
          },
          file('mention.ts', ['this calls the flamingo somewhere']),
          file('ibis/nest.ts', ['body of that']),
        ],
      });
      expect(paths(await bm25('pelican heron common')).slice(0, 2)).toEqual(['both.ts', 'one.ts']);
      expect(paths(await bm25('flamingo'))).toEqual(['def.ts', 'mention.ts']);
      expect(paths(await bm25('ibis'))).toEqual(['ibis/nest.ts']);
      const scores = (await bm25('pelican heron common', undefined, 50)).map((hit) => hit.score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(scores.every((score) => score >= 0)).toBe(true);
    });

    check('finds nothing for a query that shares no term, and for none', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus'])] });
      for (const text of ['', ' \n', '?!', '"*" AND ()', '\u0000', 'xylophone', '\ud800'])
        expect(await bm25(text)).toEqual([]);
      expect(await index.search(REF, [])).toEqual([]);
      expect(await bm25('walrus', undefined, 0)).toEqual([]);
      expect(await bm25('walrus', undefined, -3)).toEqual([]);
    });

    check('takes query syntax as plain words', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus near text'])] });
      for (const text of [
        'walrus"',
        '"walrus',
        "walrus' OR 1=1 --",
        'walrus*',
        '-walrus',
        '+walrus ^path:walrus',
        'text : walrus',
        'NEAR(walrus',
        'walrus AND NOT NEAR',
        '{name path}: walrus',
        '(((walrus',
        'walrus\u0000',
        '\\walrus\\',
      ])
        expect([text, paths(await bm25(text))]).toEqual([text, ['a.ts']]);
    });

    check('stores and finds naughty strings', async () => {
      const naughty = [
        ...new Set([...NAUGHTY, ...fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), 200)]),
      ];
      await index.write(REF, { files: naughty.map((text, i) => file(`f${i}.txt`, [text])) });
      const lists = await index.search(
        REF,
        naughty.map((text) => ({ kind: 'bm25' as const, text, k: naughty.length })),
      );
      const pending = await index.pendingVectors(REF, naughty.length);
      expect(new Set(pending.map((one) => one.text))).toEqual(new Set(naughty));
      // Whatever has a letter or a digit finds itself.
      naughty.forEach((text, i) => {
        if (/[a-z0-9]/i.test(text)) expect(lists[i]?.map((hit) => hit.chunk.text)).toContain(text);
      });
    });

    check('takes a query of a megabyte', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus'])] });
      const long = `walrus ${'lorem ipsum dolor '.repeat(30_000)} ${'x'.repeat(500_000)}`;
      expect(paths(await bm25(long))).toEqual(['a.ts']);
    });

    check('breaks ties by chunk id', async () => {
      const files = ['d.ts', 'b.ts', 'c.ts', 'a.ts'].map((path) => file(path, ['walrus']));
      await index.write(REF, {
        files: [...files, file('z.md', ['other words']), file('y.md', ['more words'])],
      });
      expect(paths(await bm25('walrus', undefined, 3))).toEqual(['a.ts', 'b.ts', 'c.ts']);
      await embed({ walrus: [1, 0, 0, 0] });
      expect(paths(await knn([1, 0, 0, 0], undefined, 3))).toEqual(['a.ts', 'b.ts', 'c.ts']);
    });

    check('finds the nearest vectors, by cosine', async () => {
      await index.write(REF, { files: [file('a.ts', ['one', 'two', 'three', 'four'])] });
      await embed({ one: [1, 0, 0, 0], two: [0.8, 0.6, 0, 0], three: [0, 1, 0, 0], four: [-1, 0, 0, 0] });
      const hits = await knn([1, 0, 0, 0]);
      expect(hits.map((hit) => hit.chunk.text)).toEqual(['one', 'two', 'three', 'four']);
      [1, 0.8, 0, -1].forEach((cosine, i) => expect(hits[i]?.score).toBeCloseTo(cosine, 5));
      expect(await knn([1, 0, 0, 0], undefined, 2)).toHaveLength(2);
    });

    check(
      'finds the nearest vectors by distance where the snapshot says so, and scores them by cosine',
      async () => {
        await index.write(REF, {
          files: [file('a.ts', ['far', 'near', 'across'])],
          meta: { vectorIndex: L2 },
        });
        await embed({ far: [9, 0, 0, 0], near: [1, 1, 0, 0], across: [0, 1, 0, 0] });
        const hits = await knn([1, 0, 0, 0]);
        expect(hits.map((hit) => hit.chunk.text)).toEqual(['near', 'across', 'far']);
        [Math.SQRT1_2, 0, 1].forEach((cosine, i) => expect(hits[i]?.score).toBeCloseTo(cosine, 5));
      },
    );

    check('shares a vector among chunks of equal content, also those written later', async () => {
      await index.write(REF, {
        files: [file('a.ts', ['same']), file('b.ts', ['same'])],
        meta: { embedder: MODEL },
      });
      const pending = await index.pendingVectors(REF, 10);
      expect(new Set(pending.map((one) => one.contentHash))).toEqual(new Set([hashOf('same')]));
      await embed({ same: [0, 1, 0, 0] });
      await index.write(REF, { files: [file('c.ts', ['same'])] });
      expect(await index.describe(REF)).toMatchObject({ chunks: 3, pendingVectors: 0 });
      expect(paths(await knn([0, 1, 0, 0]))).toEqual(['a.ts', 'b.ts', 'c.ts']);
    });

    check('keeps the vectors of chunks whose content did not change', async () => {
      await index.write(REF, { files: [file('a.ts', ['kept', 'goes'])], meta: { embedder: MODEL } });
      await embed({ kept: [1, 0, 0, 0], goes: [0, 1, 0, 0] });
      await index.write(REF, { files: [file('a.ts', ['new', 'kept'])], meta: { commit: 'two' } });
      expect((await index.pendingVectors(REF, 10)).map((one) => one.text)).toEqual(['new']);
      expect((await knn([1, 0, 0, 0])).map((hit) => hit.chunk.text)).toEqual(['kept']);
    });

    check(
      'gives at most the asked number of pending chunks, and passes over vectors of vanished text',
      async () => {
        await index.write(REF, { files: [file('a.ts', ['one', 'two', 'three'])] });
        expect(await index.pendingVectors(REF, 2)).toHaveLength(2);
        await embed({ vanished: [1, 0, 0, 0], one: [0, 1, 0, 0] });
        expect(await index.describe(REF)).toMatchObject({ pendingVectors: 2 });
        expect((await knn([1, 0, 0, 0])).map((hit) => hit.chunk.text)).toEqual(['one']);
      },
    );

    check('refuses vectors of another dimension, and vectors without a named model', async () => {
      await index.write(REF, { files: [file('a.ts', ['one'])] });
      const otherModel = { code: 'index_other_model' };
      const vector = (length: number) => [
        { contentHash: hashOf('one'), vector: new Float32Array(length).fill(1) },
      ];
      expect(await knn([1, 0, 0, 0])).toEqual([]);
      await expect(index.setVectors(REF, vector(4))).rejects.toMatchObject(otherModel);
      await index.write(REF, { meta: { embedder: MODEL } });
      await expect(index.setVectors(REF, vector(3))).rejects.toMatchObject(otherModel);
      await index.setVectors(REF, vector(4));
      await expect(knn([1, 0, 0])).rejects.toMatchObject(otherModel);
    });

    check('forgets all vectors when the model changes', async () => {
      await index.write(REF, { files: [file('a.ts', ['one'])] });
      await embed({ one: [1, 0, 0, 0] });
      await index.write(REF, { meta: { embedder: MODEL } });
      expect(await index.describe(REF)).toMatchObject({ pendingVectors: 0 });
      await index.write(REF, { meta: { embedder: { ...MODEL, id: 'test-model@2' } } });
      expect(await index.describe(REF)).toMatchObject({ pendingVectors: 1 });
      expect(await knn([1, 0, 0, 0])).toEqual([]);
    });

    check('says so when text statistics are missing', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus'])], meta: { bm25: false } });
      expect(await index.describe(REF)).toMatchObject({ bm25: false });
      await expect(bm25('walrus')).rejects.toMatchObject({ code: 'bm25_missing' });
    });

    check('filters by path segments, before ranking', async () => {
      const decoys = Array.from({ length: 60 }, (_, i) => file(`decoy/n${i}.ts`, ['walrus walrus walrus']));
      await index.write(REF, {
        files: [
          ...decoys,
          ...[
            'src/a.ts',
            'src/sub/b.ts',
            'src2/c.ts',
            'src',
            'src_x/d.ts',
            'srcAx/e.ts',
            'SRC/f.ts',
            '100%/g.ts',
            'é/h.ts',
          ].map((path) => file(path, ['one walrus among a great many other words that make it rank low'])),
        ],
      });
      await embed({
        'walrus walrus walrus': [1, 0, 0, 0],
        'one walrus among a great many other words that make it rank low': [0.1, 0.995, 0, 0],
      });
      for (const [prefixes, expected] of [
        [['src'], ['src', 'src/a.ts', 'src/sub/b.ts']],
        [['src/'], ['src', 'src/a.ts', 'src/sub/b.ts']],
        [['./src\\sub'], ['src/sub/b.ts']],
        [['src_x'], ['src_x/d.ts']],
        [['src%', '%'], []],
        [['100%'], ['100%/g.ts']],
        [
          ['é', 'src/sub'],
          ['src/sub/b.ts', 'é/h.ts'],
        ],
        [["src' OR '1"], []],
      ] as const) {
        expect([prefixes, paths(await bm25('walrus', { pathPrefixes: prefixes }, 5)).sort()]).toEqual([
          prefixes,
          expected,
        ]);
        expect([prefixes, paths(await knn([1, 0, 0, 0], { pathPrefixes: prefixes }, 5)).sort()]).toEqual([
          prefixes,
          expected,
        ]);
      }
      for (const none of [
        {},
        { pathPrefixes: [] },
        { pathPrefixes: [''] },
        { pathPrefixes: [], languages: [] },
      ])
        expect(await bm25('walrus', none, 100)).toHaveLength(69);
    });

    check('filters by language, and by both', async () => {
      const sql = { ...chunk('db/x.sql', 1, 'walrus'), language: 'sql' };
      await index.write(REF, {
        files: [
          file('db/a.ts', ['walrus']),
          file('src/a.ts', ['walrus']),
          { path: 'db/x.sql', hash: 'h', chunks: [sql] },
        ],
      });
      await embed({ walrus: [1, 0, 0, 0] });
      for (const search of [
        (filter: PlanFilter) => bm25('walrus', filter),
        (filter: PlanFilter) => knn([1, 0, 0, 0], filter),
      ]) {
        expect(paths(await search({ languages: ['sql'] }))).toEqual(['db/x.sql']);
        expect(paths(await search({ languages: ['SQL', 'cobol'] }))).toEqual(['db/x.sql']);
        expect(paths(await search({ languages: ['cobol'] }))).toEqual([]);
        expect(paths(await search({ languages: ['typescript'], pathPrefixes: ['db'] }))).toEqual(['db/a.ts']);
      }
    });

    check("gives a file's chunks in the order of their lines, whatever their text and vectors", async () => {
      const lines = [30, 4, 200, 1].map((line) => chunk('src/a.ts', line, `line ${line}`));
      const piece = (offset: number) => ({
        ...chunk('d.jsonl', 1, `at ${offset}`),
        id: `d#${offset}`,
        offset,
      });
      await index.write(REF, {
        files: [
          { path: 'src/a.ts', hash: 'h', chunks: lines },
          file('src/a.tsx', ['other']),
          { path: 'd.jsonl', hash: 'h', chunks: [piece(900), piece(0), piece(1000)] },
        ],
        meta: { bm25: false },
      });
      const [all = [], some = [], pieces = [], none = []] = await index.search(REF, [
        { kind: 'path', path: 'src/a.ts', k: 10 },
        { kind: 'path', path: 'src/a.ts', k: 2 },
        { kind: 'path', path: 'd.jsonl', k: 10 },
        { kind: 'path', path: 'src', k: 10 },
      ]);
      expect(all.map((hit) => hit.chunk.startLine)).toEqual([1, 4, 30, 200]);
      expect(all.map((hit) => hit.score)).toEqual([0, 0, 0, 0]);
      expect(some.map((hit) => hit.chunk.startLine)).toEqual([1, 4]);
      expect(pieces.map((hit) => hit.chunk.offset)).toEqual([0, 900, 1000]);
      expect(none).toEqual([]);
    });

    check('exports every file with its vectors, from which another snapshot is the same', async () => {
      const files = Array.from({ length: 30 }, (_, i) =>
        file(`src/f${String(i).padStart(2, '0')}.ts`, i === 7 ? [] : [`walrus ${i}`, 'the same']),
      );
      await index.write(REF, { files });
      await embed({ 'the same': [1, 0, 0, 0], 'walrus 3': [0, 1, 0, 0] });
      const exported: ExportedFile[] = [];
      for await (const one of index.export(REF)) exported.push(one);
      expect(exported.map(({ vectors: _, ...rest }) => rest)).toEqual(files);
      expect([...(exported[3]?.vectors.keys() ?? [])].sort()).toEqual([
        hashOf('the same'),
        hashOf('walrus 3'),
      ]);
      expect(exported[3]?.vectors.get(hashOf('walrus 3'))).toEqual(Float32Array.of(0, 1, 0, 0));
      expect(exported[7]?.vectors.size).toBe(0);
      await expect(
        index
          .export({ ...REF, snapshot: 'other' })
          [Symbol.asyncIterator]()
          .next(),
      ).rejects.toMatchObject({ code: 'index_missing' });
    });

    check('exports the moment at which the export began, whatever is written meanwhile', async () => {
      const files = Array.from({ length: 600 }, (_, i) =>
        file(`src/f${String(i).padStart(3, '0')}.ts`, [`walrus ${i}`]),
      );
      await index.write(REF, { files });
      const writer = await store.open();
      const exported: IndexedFile[] = [];
      for await (const { vectors: _, ...rest } of index.export(REF)) {
        if (exported.length === 1)
          await writer.write(REF, {
            files: [file('src/f500.ts', ['otter']), file('src/zebra.ts', ['zebra'])],
            remove: ['src/f599.ts'],
          });
        exported.push(rest);
      }
      await writer.close();
      expect(exported).toEqual(files);
    });

    check('an export that nobody reads to its end holds nothing', async () => {
      const files = Array.from({ length: 20 }, (_, i) => file(`src/f${i}.ts`, [`walrus ${i}`]));
      await index.write(REF, { files });
      for await (const one of index.export(REF)) if (one.path !== '') break;
      await index.write(REF, { remove: ['src/f7.ts'] });
      expect(await index.describe(REF)).toMatchObject({ files: 19 });
    });

    check('gives the chunks of one document, and of all documents of a file', async () => {
      const piece = (document: string, line: number, offset: number): Chunk => ({
        ...chunk('d.jsonl', line, `${document} at ${offset}`),
        id: `d.jsonl#${document}~${offset}`,
        document,
        offset,
      });
      await index.write(REF, {
        files: [
          { path: 'd.jsonl', hash: 'h', chunks: [] },
          { path: 'd.jsonl/b/1', hash: 'h', chunks: [piece('b/1', 2, 70), piece('b/1', 2, 0)] },
          { path: 'd.jsonl/a', hash: 'h', chunks: [piece('a', 1, 0)] },
        ],
      });
      const [all = [], one = [], none = []] = await index.search(REF, [
        { kind: 'path', path: 'd.jsonl', k: 10 },
        { kind: 'path', path: 'd.jsonl', document: 'b/1', k: 10 },
        { kind: 'path', path: 'd.jsonl', document: 'b', k: 10 },
      ]);
      expect(all.map((hit) => hit.chunk.text)).toEqual(['a at 0', 'b/1 at 0', 'b/1 at 70']);
      expect(one.map((hit) => hit.chunk.text)).toEqual(['b/1 at 0', 'b/1 at 70']);
      expect(none).toEqual([]);
    });

    check('takes a path prefix for the documents of a file, too', async () => {
      const piece = (document: string): Chunk => ({
        ...chunk('d/c.jsonl', 1, 'walrus'),
        id: document,
        document,
      });
      await index.write(REF, {
        files: [
          { path: 'd/c.jsonl', hash: 'h', chunks: [] },
          { path: 'd/c.jsonl/a/1', hash: 'h', chunks: [piece('a/1')] },
          { path: 'd/c.jsonl/a', hash: 'h', chunks: [piece('a')] },
          file('d/c.json', ['walrus']),
        ],
      });
      for (const [prefix, documents] of [
        ['d', ['a', 'a/1', undefined]],
        ['d/c.jsonl', ['a', 'a/1']],
        ['d/c.jsonl/a', ['a', 'a/1']],
        ['d/c.jsonl/a/1', ['a/1']],
      ] as const) {
        const hits = await bm25('walrus', { pathPrefixes: [prefix] });
        expect([prefix, hits.map((hit) => hit.chunk.document).sort()]).toEqual([prefix, documents]);
      }
    });

    check(
      'replaces, adds and removes many files in one write, and the last of two of one path stays',
      async () => {
        const names = Array.from({ length: 700 }, (_, i) => `f${i}.ts`);
        await index.write(REF, { files: names.map((path) => file(path, ['walrus', path])) });
        await index.write(REF, {
          files: [
            ...names.slice(0, 600).map((path) => file(path, ['ostrich'])),
            file('new.ts', ['one']),
            file('new.ts', ['two', 'three']),
          ],
          remove: [...names.slice(500), 'never.ts'],
        });
        expect(await index.describe(REF)).toMatchObject({ files: 501, chunks: 502 });
        expect((await index.manifest(REF)).get('new.ts')).toBe('hash of two|three');
        expect(await bm25('walrus', undefined, 1_000)).toEqual([]);
        expect(await bm25('ostrich', undefined, 1_000)).toHaveLength(500);
      },
    );

    check('answers many queries at once, in order', async () => {
      await index.write(REF, { files: [file('a.ts', ['walrus']), file('b.ts', ['ostrich'])] });
      await embed({ walrus: [1, 0, 0, 0], ostrich: [0, 1, 0, 0] });
      const lists = await index.search(REF, [
        { kind: 'bm25', text: 'ostrich', k: 5 },
        { kind: 'knn', vector: Float32Array.of(1, 0, 0, 0), k: 1 },
        { kind: 'bm25', text: 'nothing', k: 5 },
        { kind: 'bm25', text: 'walrus', k: 5 },
      ]);
      expect(lists.map(paths)).toEqual([['b.ts'], ['a.ts'], [], ['a.ts']]);
    });

    check('takes writes, vectors and searches that overlap', async () => {
      await index.write(REF, { meta: { embedder: MODEL } });
      const names = Array.from({ length: 30 }, (_, i) => `f${i}.ts`);
      await Promise.all([
        ...names.map((path) => index.write(REF, { files: [file(path, ['walrus', path])] })),
        ...names.map(() => bm25('walrus')),
        index.setVectors(REF, [{ contentHash: hashOf('walrus'), vector: Float32Array.of(1, 0, 0, 0) }]),
      ]);
      expect(await index.describe(REF)).toMatchObject({ files: 30, chunks: 60 });
      expect(await bm25('walrus', undefined, 100)).toHaveLength(30);
    });

    check('may be closed twice, and fails afterwards with a fault', async () => {
      await index.write(REF, {});
      await index.close();
      await index.close();
      await expect(index.describe(REF)).rejects.toThrow(Fault);
    });

    it('skips tests that exist only', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}

function hashOf(text: string): string {
  return `content ${text}`;
}

function chunk(path: string, line: number, text: string): Chunk {
  const id = `${path}#L${line}-L${line}`;
  return {
    id,
    path,
    startLine: line,
    endLine: line,
    text,
    language: 'typescript',
    kind: 'window',
    contentHash: hashOf(text),
  };
}

/** A file with one chunk for each text. */
function file(path: string, texts: readonly string[]): IndexedFile {
  return {
    path,
    hash: `hash of ${texts.join('|')}`,
    chunks: texts.map((text, i) => chunk(path, i + 1, text)),
  };
}

function paths(hits: readonly Hit[]): string[] {
  return hits.map((hit) => hit.chunk.path);
}
