import { describeWithElasticsearch } from '../../../../test/servers/servers';
import type { SearchIndex } from '../port';
import { documentFile } from '../conformance/fixtures';
import { MoodyServer, type Mood } from './testing/moody-server';
import { collect, fileOf, REF, SnapshotUnderTest } from './testing/snapshot-under-test';

describeWithElasticsearch('Writing to a server that rejects requests', (url) => {
  let test: SnapshotUnderTest;
  const opened: MoodyServer[] = [];
  beforeEach(() => {
    test = new SnapshotUnderTest(url);
  });
  afterEach(async () => {
    await test.dispose();
    for (const server of opened.splice(0)) await server.close();
  });

  const before = async (
    mood: Mood,
  ): Promise<{ readonly server: MoodyServer; readonly index: SearchIndex }> => {
    const server = await MoodyServer.before(url, mood);
    opened.push(server);
    return { server, index: test.open(server.url) };
  };
  const files = (n: number, text = 'walrus') =>
    Array.from({ length: n }, (_, i) => {
      const file = fileOf(`src/f${i}.ts`, [`${text} number ${i}`, 'the same']);
      return i % 5 === 0 ? { ...file, sections: documentFile(file.path, 3).sections ?? [] } : file;
    });
  const isWhole = async (n: number): Promise<void> => {
    expect(await test.index.describe(REF)).toMatchObject({ files: n, chunks: 2 * n });
    expect([...(await test.index.manifest(REF)).values()]).not.toContain('');
    await test.index.check(REF);
  };

  it('resends rejected items, and only those, until nothing is lost', async () => {
    const { server, index } = await before({ reject: (id, times) => times <= 2 && /[a-mA-M]$/.test(id) });
    await index.write(REF, { files: files(60) });
    await isWhole(60);
    const sizes = server.requests.map((ids) => ids.length);
    expect(sizes.filter((size) => size < 60).length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.5 * 4 * 60);
  });

  it('waits, and resends a whole request that was rejected with 429', async () => {
    const { server, index } = await before({ refuse: [429, 429, 503, 502, 429] });
    await index.write(REF, { files: files(10) });
    await isWhole(10);
    expect(server.requests.length).toBeGreaterThan(5);
  });

  it('splits a request that is too large for a proxy, and names a chunk that is too large', async () => {
    const { index } = await before({ largest: 12_000 });
    await index.write(REF, { files: files(80) });
    await isWhole(80);
    const huge = fileOf('src/huge.ts', ['walrus '.repeat(4_000)]);
    const failure: unknown = await index.write(REF, { files: [huge] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'bad_request' });
    expect(String(failure)).toContain('chunk "src/huge.ts#L1" is too large');
  });

  it('succeeds if a reply is lost after the server has done the work', async () => {
    const { index } = await before({ lose: 2 });
    await index.write(REF, { files: files(20) });
    await index.write(REF, { files: files(20, 'ostrich') });
    await isWhole(20);
  });

  it('names the chunk that the server rejects permanently, and the next run repairs the file', async () => {
    await test.index.write(REF, { files: files(3) });
    await test.index.write(REF, { meta: { embedder: { id: 'm', dimension: 4 } } });
    const bad = fileOf('src/f1.ts', ['fine', 'bad']);
    const broken = {
      ...bad,
      chunks: bad.chunks.map((chunk, i) => (i === 1 ? { ...chunk, startLine: 1e30 } : chunk)),
    };
    const failure: unknown = await test.index
      .write(REF, { files: [broken] })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'internal' });
    expect(String(failure)).toMatch(/chunk "src\/f1\.ts#L2" was refused \(400 .*out of range/);
    // The manifest does not list the partially written file. The other files are unchanged.
    expect((await test.index.manifest(REF)).get('src/f1.ts')).toBe('');
    await test.index.check(REF);
    await test.index.write(REF, { files: [fileOf('src/f1.ts', ['walrus', 'the same'])] });
    await isWhole(3);
  });

  it('keeps a file intact that two clients write concurrently, again and again', async () => {
    const other = test.open();
    const versions = (writer: string) =>
      Array.from({ length: 5 }, (_, i) =>
        fileOf(
          'hot.ts',
          Array.from({ length: 1 + (i % 4) }, (__, n) => `${writer} ${i} ${n}`),
        ),
      );
    const write = async (index: SearchIndex, writer: string): Promise<void> => {
      for (const file of versions(writer))
        await index.write(REF, { files: [file, fileOf(`${writer}.ts`, [writer])] });
    };
    await Promise.all([write(test.index, 'one'), write(other, 'two')]);
    const [file] = await collect(test.index.export(REF));
    expect([...versions('one'), ...versions('two')]).toContainEqual({
      path: file?.path,
      hash: file?.hash,
      chunks: file?.chunks,
    });
    expect(await test.index.describe(REF)).toMatchObject({
      files: 3,
      chunks: 2 + (file?.chunks.length ?? 0),
    });
    await test.index.check(REF);
  });
});
