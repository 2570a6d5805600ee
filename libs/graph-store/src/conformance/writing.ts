import { defined } from '@quarry/turn';
import type { GraphFile, GraphNode } from '../port';
import { ALL, edgeOf, file, nodeOf, REF, shape, type Check } from './suite';

/** Writes, and how later writes change them. */
export function writing(check: Check): void {
  check('treats a snapshot that was never written as missing', async ({ graph }) => {
    expect(await graph.describe(REF)).toBeNull();
    expect(await graph.manifest(REF)).toEqual(new Map());
    expect(await graph.nodes(REF, ['a'])).toEqual([]);
    expect(await graph.lookup(REF, ['a', 'b'], 5)).toEqual([[], []]);
    expect(await graph.walk(REF, ['a'], ALL)).toEqual({ nodes: [], edges: [] });
    expect(await graph.describe(REF)).toBeNull();
  });

  check('describes what was written', async ({ graph }) => {
    await graph.write(REF, {});
    expect(await graph.describe(REF)).toEqual({ files: 0, nodes: 0, edges: 0 });
    await graph.write(REF, { files: [file('a.ts', ['a', 'b'], ['a>b', 'a>gone']), file('b.ts', ['c'])] });
    expect(await graph.describe(REF)).toEqual({ files: 2, nodes: 3, edges: 2 });
    expect(await graph.manifest(REF)).toEqual(
      new Map([
        ['a.ts', 'digest of a.ts'],
        ['b.ts', 'digest of b.ts'],
      ]),
    );
  });

  check('keeps the imprint of a run across later writes, per snapshot', async ({ graph, store }) => {
    expect(await graph.imprint(REF)).toBeNull();
    await graph.write(REF, { files: [file('a.ts', ['a'])] });
    expect(await graph.imprint(REF)).toBeNull();
    const imprint = { ...REF, run: 1_700_000_000_123, counts: { files: 1, nodes: 1, edges: 0 } };
    await graph.write(REF, { imprint: { ...imprint, counts: null } });
    await graph.write(REF, { imprint });
    await graph.write(REF, { files: [file('b.ts', ['b'])], remove: ['a.ts'] });
    const another = await store.open();
    expect(await another.imprint(REF)).toEqual(imprint);
    expect(await another.imprint({ ...REF, snapshot: 'other' })).toBeNull();
    await another.close();
    expect(await graph.describe(REF)).toEqual({ files: 1, nodes: 1, edges: 0 });
  });

  check('exports every file with its nodes and edges', async ({ graph }) => {
    const files = [
      file('a.ts', ['a', 'b'], ['a>b', 'a>gone']),
      file('b.ts', ['c'], ['c>a']),
      file('c.ts', []),
    ];
    await graph.write(REF, { files });
    const exported: GraphFile[] = [];
    for await (const one of graph.export(REF)) exported.push(one);
    expect(exported).toEqual(files);
    for await (const one of graph.export({ ...REF, snapshot: 'other' })) throw new Error(one.path);
  });

  check('returns nodes exactly, in the order of the keys, without unknown ones', async ({ graph }) => {
    const full: GraphNode = {
      key: 'csharp:Shop.Naïve~(int)|METHOD',
      kind: 'METHOD',
      name: 'Naïve',
      qualifiedName: 'Shop.Naïve',
      language: 'csharp',
      path: 'src/Shop.cs',
      startLine: 3,
      endLine: 9,
      text: "void Naïve() { /* \u0000 \ud83d\ude42 %_' */ }\r\n",
      signature: 'void Naïve()',
    };
    const bare: GraphNode = {
      key: 'dbo.T|TABLE',
      kind: 'TABLE',
      name: 'T',
      qualifiedName: 'dbo.T',
      language: 'sql',
    };
    await graph.write(REF, {
      files: [{ path: 'src/Shop.cs', digest: 'd', nodes: [full, bare], edges: [] }],
    });
    expect(await graph.nodes(REF, [bare.key, 'unknown', full.key])).toEqual([bare, full]);
    expect(await graph.nodes(REF, [])).toEqual([]);
  });

  check('replaces nodes and edges of a file, and removes files', async ({ graph, find }) => {
    await graph.write(REF, { files: [file('a.ts', ['a', 'old'], ['a>b', 'a>old']), file('b.ts', ['b'])] });
    await graph.write(REF, { files: [{ ...file('a.ts', ['a', 'new'], ['a>new']), digest: 'second' }] });
    expect(shape(await graph.walk(REF, ['a'], ALL))).toEqual({ nodes: ['a 0', 'new 1'], edges: ['a>new'] });
    expect(await find('old')).toEqual([]);
    expect((await graph.manifest(REF)).get('a.ts')).toBe('second');
    await graph.write(REF, { remove: ['a.ts', 'never-there.ts'] });
    expect(await graph.describe(REF)).toEqual({ files: 1, nodes: 1, edges: 0 });
    expect(await graph.nodes(REF, ['a', 'b'])).toHaveLength(1);
  });

  check('does not walk edges to a removed node, and walks them again when it returns', async ({ graph }) => {
    const target = file('b.ts', ['b'], ['b>c']);
    await graph.write(REF, { files: [file('a.ts', ['a'], ['a>b']), target, file('c.ts', ['c'])] });
    await graph.write(REF, { remove: ['b.ts'] });
    expect(shape(await graph.walk(REF, ['a', 'b'], ALL))).toEqual({ nodes: ['a 0'], edges: [] });
    await graph.write(REF, { files: [target] });
    expect(shape(await graph.walk(REF, ['a'], ALL))).toEqual({
      nodes: ['a 0', 'b 1', 'c 2'],
      edges: ['a>b', 'b>c'],
    });
  });

  check(
    'returns one node for a key that several files contain: one with text, then the first path',
    async ({ graph, find }) => {
      const part = (path: string, text?: string): GraphFile => {
        const node = { ...nodeOf('T'), path, ...defined({ text }) };
        return { path, digest: 'd', nodes: [node], edges: [edgeOf('T>x')] };
      };
      await graph.write(REF, {
        files: [part('a.ts'), part('c.ts', 'second'), part('b.ts', 'first'), file('x.ts', ['x'])],
      });
      expect((await graph.nodes(REF, ['T'])).map((node) => node.text)).toEqual(['first']);
      expect(await graph.describe(REF)).toEqual({ files: 4, nodes: 2, edges: 1 });
      expect(await find('T')).toEqual(['T']);
      expect(shape(await graph.walk(REF, ['x'], ALL))).toEqual({ nodes: ['x 0', 'T 1'], edges: ['T>x'] });
      await graph.write(REF, { remove: ['b.ts', 'c.ts'] });
      expect((await graph.nodes(REF, ['T'])).map((node) => [node.path, node.text])).toEqual([
        ['a.ts', undefined],
      ]);
    },
  );
}
