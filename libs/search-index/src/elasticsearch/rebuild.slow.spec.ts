import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { documentFile } from '../conformance/fixtures';
import { claim, constructionEnd } from './construction';
import { currentIndex } from './current-index';
import { createSuccessor } from './physical';
import { NEW_META } from './meta';
import { documentId, templateNameOf } from './names';
import { indexTemplate, TEMPLATE_VERSION } from './template';
import { collect, fileOf, REF, SnapshotUnderTest } from './testing/snapshot-under-test';

const MODEL = { id: 'm', dimension: 4 };
const QUERY = { kind: 'knn', vector: Float32Array.of(1, 0, 0, 0), k: 5 } as const;
const WORDS = { kind: 'bm25', text: 'walrus', k: 300 } as const;

describeWithElasticsearch('Rebuilding an index', (url) => {
  let test: SnapshotUnderTest;
  beforeEach(() => {
    test = new SnapshotUnderTest(url);
  });
  afterEach(() => test.dispose());

  const fill = async (files: number): Promise<void> => {
    const names = Array.from({ length: files }, (_, i) => `src/f${i}.ts`);
    await test.index.write(REF, {
      files: names.map((path) => ({
        ...fileOf(path, ['walrus', `text of ${path}`]),
        ...(path.endsWith('7.ts') ? { sections: documentFile(path, 9).sections ?? [] } : {}),
      })),
      meta: { embedder: MODEL, commit: 'c0ffee' },
    });
    await test.index.setVectors(REF, [
      { contentHash: 'content walrus', vector: Float32Array.of(1, 0.5, 0, 0) },
    ]);
  };

  it('keeps the content under another kind and metric, behind the same alias, and deletes the old index', async () => {
    await fill(30);
    const [before] = await test.indexes();
    const exported = await collect(test.index.export(REF));
    for (const vectorIndex of [{ type: 'flat' }, { metric: 'l2' }, { type: 'hnsw', metric: 'ip' }] as const) {
      await test.index.write(REF, { meta: { vectorIndex } });
      expect(await test.index.describe(REF)).toMatchObject({
        files: 30,
        chunks: 60,
        pendingVectors: 30,
        commit: 'c0ffee',
        vectorIndex,
      });
      expect(await collect(test.index.export(REF))).toEqual(exported);
      expect(await test.index.sections(REF)).toHaveLength(3 * 9);
      expect(await test.index.sections(REF, { rootsOnly: true })).toHaveLength(3);
      const [hits = []] = await test.index.search(REF, [QUERY]);
      expect(hits[0]?.score).toBeCloseTo(0.894427, 5);
    }
    expect(await test.indexes()).toHaveLength(1);
    expect(await test.indexes()).not.toContain(before);
  });

  it('copies the tree of a document whose replacement was interrupted', async () => {
    await fill(8);
    const half = { hash: '', sections_length: 0 };
    const id = documentId('file', 'src/f7.ts');
    await test.snapshot.call((client, index) => client.update({ index, id, doc: half, refresh: true }));
    await test.index.write(REF, { meta: { vectorIndex: { type: 'flat' } } });
    expect(await test.index.sections(REF)).toHaveLength(9);
    expect((await test.index.manifest(REF)).get('src/f7.ts')).toBe('');
    await test.index.check(REF);
    await test.index.write(REF, { files: [fileOf('src/f7.ts', ['plain'])] });
    await test.index.check(REF);
    expect(await test.index.sections(REF)).toEqual([]);
  });

  it('never shows concurrent searches a partial index, and loses no write', async () => {
    await fill(100);
    const reader = test.open();
    let building = true;
    const sizes = new Set<number>();
    const search = async (): Promise<void> => {
      while (building) {
        const [words = [], near = []] = await reader.search(REF, [WORDS, QUERY]);
        sizes.add(words.length);
        expect(near).toHaveLength(5);
      }
    };
    const searching = Promise.all([search(), search()]);
    const writer = test.open();
    const rebuilding = (async () => {
      for (const type of ['flat', 'hnsw', 'int8_hnsw'] as const)
        await test.index.write(REF, { meta: { vectorIndex: { type } } });
    })();
    for (let i = 0; i < 6; i++) await writer.write(REF, { files: [fileOf(`late/${i}.ts`, ['ostrich'])] });
    await rebuilding;
    building = false;
    await searching;
    expect([...sizes]).toEqual([100]);
    expect(await test.index.describe(REF)).toMatchObject({ files: 106, chunks: 206 });
    expect(await test.indexes()).toHaveLength(1);
  });

  it('waits for a live builder, and takes over from a dead one', async () => {
    await fill(2);
    const index = await currentIndex(test.snapshot);
    await claim(test.snapshot, index);
    await expect(claim(test.snapshot, index)).rejects.toMatchObject({ code: 'index_busy', retryable: true });
    await createSuccessor(test.snapshot, NEW_META);
    await test.snapshot.call((client) => client.indices.addBlock({ index, block: 'write' }));
    const patience = { silenceMs: 60_000, pollMs: 10, longestMs: 50 };
    await expect(constructionEnd(test.snapshot, patience)).rejects.toMatchObject({ code: 'index_busy' });
    await constructionEnd(test.snapshot, { silenceMs: 50, pollMs: 10, longestMs: 60_000 });
    expect(await test.indexes()).toEqual([index]);
    await test.index.write(REF, {
      files: [fileOf('new.ts', ['ostrich'])],
      meta: { vectorIndex: { type: 'flat' } },
    });
    expect(await test.index.describe(REF)).toMatchObject({ files: 3, vectorIndex: { type: 'flat' } });
  });

  it('waits until the shard of the new index is available, and does not consider its builder dead', async () => {
    await fill(1);
    const index = await currentIndex(test.snapshot);
    await claim(test.snapshot, index);
    await test.snapshot.call((client) =>
      client.indices.create({
        index: `${index}0`,
        wait_for_active_shards: 0,
        settings: { 'index.routing.allocation.require._name': 'no-such-node' },
      }),
    );
    const patience = { silenceMs: 60, pollMs: 10, longestMs: 600 };
    await expect(constructionEnd(test.snapshot, patience)).rejects.toMatchObject({ code: 'index_busy' });
    expect(await test.indexes()).toHaveLength(2);
  });

  it('reads an index of an older format as it is, and rebuilds it on the first write', async () => {
    await fill(3);
    await makeOlder(test, await currentIndex(test.snapshot));
    const old = await currentIndex(test.snapshot);
    expect(await test.index.describe(REF)).toMatchObject({ files: 3, pendingVectors: 3, embedder: MODEL });
    const file = { kind: 'path', path: 'src/f1.ts', k: 5 } as const;
    const found = async (): Promise<number[]> =>
      (await test.index.search(REF, [WORDS, QUERY, file])).map((hits) => hits.length);
    expect(await found()).toEqual([0, 0, 2]);
    const exported = await collect(test.index.export(REF));
    expect(await test.index.sections(REF)).toEqual([]);
    const second = test.open();
    await Promise.all([
      test.index.write(REF, { files: [fileOf('a.ts', ['x'])] }),
      second.write(REF, { files: [fileOf('b.ts', ['y'])] }),
    ]);
    expect(await currentIndex(test.snapshot)).not.toBe(old);
    expect(await test.indexes()).toHaveLength(1);
    expect(await test.index.describe(REF)).toMatchObject({ files: 5, chunks: 8, commit: 'c0ffee' });
    expect(await found()).toEqual([3, 3, 2]);
    expect((await collect(test.index.export(REF))).slice(-3)).toEqual(exported);
    const document = documentFile('a.pdf', 4);
    await test.index.write(REF, { files: [document] });
    expect(await test.index.sections(REF)).toEqual(document.sections);
  });

  it('rejects an index of a newer format, and says what to do', async () => {
    await fill(1);
    await setVersion(test, await currentIndex(test.snapshot), 99);
    for (const call of [
      () => test.index.describe(REF),
      () => test.index.search(REF, [WORDS]),
      () => test.index.write(REF, {}),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'index_newer' });
      expect(String(failure)).toContain('Update Quarry');
    }
  });
});

/** The index as an earlier Quarry left it: with its template, its format version, and without derived fields. */
async function makeOlder(test: SnapshotUnderTest, index: string): Promise<void> {
  const { snapshot } = test;
  const { prefix } = snapshot.server.address;
  const { template, ...rest } = indexTemplate(prefix);
  const { properties = {}, ...mappings } = template?.mappings ?? {};
  const known = Object.entries(properties).filter(([name]) => !/^(?:sections|roots)/.test(name));
  await snapshot.call(async (client) => {
    await client.indices.putIndexTemplate({
      ...rest,
      name: templateNameOf(prefix),
      version: TEMPLATE_VERSION - 1,
      template: { ...template, mappings: { ...mappings, properties: Object.fromEntries(known) } },
    });
    const old = await createSuccessor(snapshot, { ...NEW_META, embedder: MODEL });
    await client.reindex({
      source: { index },
      dest: { index: old },
      script: { source: "ctx._source.remove('folders')" },
      refresh: true,
    });
    await client.indices.updateAliases({
      actions: [
        { add: { index: old, alias: snapshot.alias, is_write_index: true } },
        { remove_index: { index } },
      ],
    });
    await setVersion(test, old, TEMPLATE_VERSION - 1);
  });
}

async function setVersion(test: SnapshotUnderTest, index: string, version: number): Promise<void> {
  await test.snapshot.call((client) => client.update({ index, id: 'meta', doc: { version }, refresh: true }));
}
