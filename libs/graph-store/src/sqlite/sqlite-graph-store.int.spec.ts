import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardGraphSnapshot, openGraphStore } from '../adapters';
import { graphStoreConformance } from '../conformance';
import type { GraphFile } from '../port';

graphStoreConformance({
  name: 'sqlite',
  create: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-graph-'));
    return {
      open: async () => openGraphStore(`sqlite:${folder}`),
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
});

describe('SqliteGraphStore', () => {
  const ref = { repository: '../../etc', snapshot: 'x/../..' };
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-graph-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Files of 20 functions; every function calls the hub and its successor. */
  const files = (count: number): GraphFile[] =>
    Array.from({ length: count }, (_, f) => {
      const keys = Array.from({ length: 20 }, (_, n) => `ts:pkg.file${f}.run${n}|FUNCTION`);
      return {
        path: `src/file${f}.ts`,
        digest: 'd',
        nodes: keys.map((key, n) => ({
          key,
          kind: 'FUNCTION' as const,
          name: `run${n}`,
          qualifiedName: `pkg.file${f}.run${n}`,
          language: 'typescript',
          text: 'body',
        })),
        edges: keys.flatMap((from, n) => [
          { from, to: 'ts:pkg.file0.run0|FUNCTION', kind: 'CALLS' as const },
          { from, to: keys[n + 1] ?? 'missing', kind: 'CALLS' as const },
        ]),
      };
    });

  it('exports the snapshot as of the start of the export, without later writes', async () => {
    const graph = openGraphStore(`sqlite:${folder}`);
    const before = files(250).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    await graph.write(ref, { files: before });
    const exported: string[] = [];
    for await (const { path } of graph.export(ref)) {
      if (exported.length === 1)
        await graph.write(ref, {
          files: [{ path: 'src/zebra.ts', digest: 'z', nodes: [], edges: [] }],
          remove: ['src/file99.ts'],
        });
      exported.push(path);
    }
    expect(exported).toEqual(before.map(({ path }) => path));
    expect(await graph.describe(ref)).toMatchObject({ files: 250 });
    await graph.close();
  });

  it('stays bounded on a hub with thousands of callers', async () => {
    const graph = openGraphStore(`sqlite:${folder}`);
    await graph.write(ref, { files: files(250) });
    const hub = 'ts:pkg.file0.run0|FUNCTION';
    const found = await graph.walk(ref, [hub], { depth: 3, maxNodes: 50, edgeKinds: ['CALLS'] });
    expect(found.nodes).toHaveLength(50);
    expect(found.nodes.slice(1).every((node) => node.depth === 1)).toBe(true);
    const keys = found.nodes.slice(1).map((node) => node.key);
    expect(keys).toEqual([...keys].sort());
    const [partial = []] = await graph.lookup(ref, ['ile24'], 7);
    expect(partial).toHaveLength(7);
    await graph.close();
  });

  it('rejects a truncated file with its name and the remedy, and starts from scratch once it is discarded', async () => {
    const first = openGraphStore(`sqlite:${folder}`);
    await first.write(ref, { files: files(20) });
    await first.close();
    const [name = ''] = readdirSync(folder);
    truncateSync(join(folder, name), 60_000);
    const graph = openGraphStore(`sqlite:${folder}`);
    const failure: unknown = await graph.describe(ref).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'index_damaged' });
    expect(String(failure)).toContain(join(folder, name));
    expect(String(failure)).toContain('quarry index PATH --rebuild');
    await discardGraphSnapshot(`sqlite:${folder}`, ref);
    expect(await graph.describe(ref)).toBeNull();
    await graph.write(ref, { files: files(1) });
    expect(await graph.describe(ref)).toMatchObject({ files: 1, nodes: 20 });
    await graph.close();
  });

  it('is selected by its scheme only', () => {
    expect(() => openGraphStore('janusgraph://user:secret@host')).toThrow(
      expect.objectContaining({
        code: 'store_unknown',
        message: expect.stringContaining('sqlite:') as string,
      }),
    );
  });
});
