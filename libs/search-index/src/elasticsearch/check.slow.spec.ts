import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { checkSearchSnapshot, discardSearchSnapshot } from '../adapters';
import { documentFile } from '../conformance/fixtures';
import { vectorDocument } from './documents';
import { documentId } from './names';
import { collect, fileOf, REF, SnapshotUnderTest } from './testing/snapshot-under-test';

describeWithElasticsearch('Verifying an index on Elasticsearch', (url) => {
  let test: SnapshotUnderTest;
  beforeEach(async () => {
    test = new SnapshotUnderTest(url);
    await test.index.write(REF, {
      files: [
        fileOf('a.ts', ['walrus', 'ostrich']),
        fileOf('b.ts', ['penguin']),
        fileOf('c.ts', []),
        documentFile('d.pdf', 4),
      ],
      meta: { embedder: { id: 'm', dimension: 2 } },
    });
    await test.index.setVectors(REF, [
      { contentHash: 'content walrus', vector: Float32Array.of(1, 0) },
      // A vector without a direction.
      { contentHash: 'content penguin', vector: Float32Array.of(0, 0) },
    ]);
  });
  afterEach(() => test.dispose());

  const check = (): Promise<void> => checkSearchSnapshot(test.urlAt(url), REF);
  const drop = (id: string): Promise<unknown> =>
    test.snapshot.call((client, index) => client.delete({ index, id, refresh: true }));
  const change = (id: string, doc: object): Promise<unknown> =>
    test.snapshot.call((client, index) => client.update({ index, id, doc, refresh: true }));

  it('accepts an intact index, even while a file is being replaced or after an interrupted replacement', async () => {
    await check();
    await change(documentId('file', 'b.ts'), { hash: '' });
    await drop(documentId('chunk', 'b.ts#L1'));
    await check();
    await change(documentId('file', 'd.pdf'), { hash: '', sections_length: 0 });
    await check();
    await drop(documentId('tree', 'd.pdf'));
    await check();
  });

  it('accepts replaced and removed documents, whose trees are deleted', async () => {
    const { sections: _, ...bare } = documentFile('d.pdf', 4);
    await test.index.write(REF, { files: [{ ...bare, hash: 'bare' }, documentFile('e.pdf', 2)] });
    await check();
    await test.index.write(REF, { remove: ['e.pdf'] });
    await check();
    expect(await test.index.sections(REF)).toEqual([]);
  });

  it('reports a missing index, also after it was deleted', async () => {
    await discardSearchSnapshot(test.urlAt(url), REF);
    await discardSearchSnapshot(test.urlAt(url), REF);
    await expect(check()).rejects.toMatchObject({ code: 'index_missing' });
    expect(await test.indexes()).toEqual([]);
    expect(await test.index.describe(REF)).toBeNull();
    await test.index.write(REF, { files: [fileOf('a.ts', ['again'])] });
    expect(await test.index.describe(REF)).toMatchObject({ files: 1, embedder: null });
  });

  it.each([
    ['an entry that is gone', () => drop(documentId('file', 'b.ts')), /1 chunks without a file/],
    [
      "a document's entry that is gone",
      () => drop(documentId('file', 'd.pdf')),
      /1 section trees without a file/,
    ],
    [
      'a section tree that is gone',
      () => drop(documentId('tree', 'd.pdf')),
      /1 documents without their section tree/,
    ],
    ['a chunk that is gone', () => drop(documentId('chunk', 'a.ts#L2')), /1 files with missing chunks/],
    [
      'a chunk of another file',
      () => change(documentId('chunk', 'a.ts#L2'), { file: 'b.ts' }),
      /1 chunks that their file does not list; 1 files with missing chunks/,
    ],
    [
      'a chunk that is another one',
      () => change(documentId('chunk', 'a.ts#L2'), { content_hash: 'other' }),
      /1 chunks that differ from their searched fields/,
    ],
    [
      'a vector that is gone',
      () => drop(documentId('vector', 'content walrus')),
      /1 chunks without their vector/,
    ],
    [
      'a vector of another dimension',
      () =>
        change(
          documentId('vector', 'content walrus'),
          JSON.parse(vectorDocument('content walrus', Float32Array.of(1)).json) as object,
        ),
      /1 vectors with another dimension than the model/,
    ],
    [
      'a chunk without its vector field',
      () => change(documentId('chunk', 'a.ts#L1'), { embedded: true, ordinal: 9 }),
      /1 chunks that a vector search cannot find/,
    ],
  ])('finds %s', async (_, damage, message) => {
    await damage();
    const failure: unknown = await check().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'index_damaged',
      message: expect.stringMatching(message) as string,
    });
    expect(String(failure)).toContain('quarry index PATH --rebuild');
  });
});

describeWithElasticsearch('An index on Elasticsearch with more than 10,000 chunks', (url) => {
  const FILES = 12_500;
  let test: SnapshotUnderTest;
  beforeAll(async () => {
    test = new SnapshotUnderTest(url);
    const files = Array.from({ length: FILES }, (_, i) =>
      fileOf(`f/${String(i).padStart(5, '0')}.ts`, [`walrus ${i}`]),
    );
    await test.index.write(REF, { files });
    const chunks = Array.from({ length: 11_000 }, (_, i) => fileOf('big.ts', [`ostrich ${i}`]).chunks[0]);
    const big = chunks.flatMap((chunk, i) => (chunk ? [{ ...chunk, id: `big#${i}`, startLine: i + 1 }] : []));
    await test.index.write(REF, { files: [{ path: 'big.ts', hash: 'h', chunks: big }] });
  }, 280_000);
  afterAll(() => test.dispose());

  it('lists, exports and checks them all', async () => {
    expect(await test.index.describe(REF)).toMatchObject({ files: FILES + 1, chunks: FILES + 11_000 });
    expect((await test.index.manifest(REF)).size).toBe(FILES + 1);
    const exported = await collect(test.index.export(REF));
    expect(exported.map(({ path }) => path)).toEqual(exported.map(({ path }) => path).sort());
    expect(exported).toHaveLength(FILES + 1);
    expect(exported[0]?.chunks.map(({ startLine }) => startLine)).toEqual(
      Array.from({ length: 11_000 }, (_, i) => i + 1),
    );
    expect(await test.index.pendingVectors(REF, 50_000)).toHaveLength(FILES + 11_000);
    await test.index.check(REF);
  });

  it('returns as many hits as requested', async () => {
    const [words = [], lines = []] = await test.index.search(REF, [
      { kind: 'bm25', text: 'walrus', k: 12_200 },
      { kind: 'path', path: 'big.ts', k: 10_500 },
    ]);
    expect(new Set(words.map(({ chunk }) => chunk.id)).size).toBe(12_200);
    expect(lines.map(({ chunk }) => chunk.startLine)).toEqual(
      Array.from({ length: 10_500 }, (_, i) => i + 1),
    );
  });
});
