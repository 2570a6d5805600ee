import * as fc from 'fast-check';
import type { GraphEdge, GraphFile, GraphNode } from '../port';
import { ModelGraph } from '../testing/model';
import { anyHostileFile } from './arbitraries';
import { ALL, file, nodeOf, REF, sorted, type Check } from './suite';

/** Texts of any kind and size, as names, as keys and in every other field. */
export function anyText(check: Check): void {
  check('accepts any text as a name and as a key', async ({ graph, find }) => {
    await graph.write(REF, {
      files: [file('a.ts', ['walrus', 'it\'s "quoted" %_* \\', '🙂 smile', 'nul\u0000key'])],
    });
    const odd = [
      '',
      ' ',
      '.',
      '::',
      '"',
      "'",
      '"walrus',
      'walrus*',
      '%',
      '_',
      'NOT',
      'a AND b',
      '\u0000',
      '\ud800',
      '\\',
      'x'.repeat(100_000),
      '.'.repeat(100_000),
    ];
    for (const found of await graph.lookup(REF, odd, 5)) expect(found.length).toBeLessThanOrEqual(5);
    expect(await find('"walrus')).toEqual([]);
    expect(await find('s "quoted" %_')).toEqual(['it\'s "quoted" %_* \\']);
    expect(await find('🙂 sm')).toEqual(['🙂 smile']);
    expect(await find('')).toEqual([]);
    expect((await graph.nodes(REF, ['nul\u0000key', 'nul'])).map((node) => node.key)).toEqual([
      'nul\u0000key',
    ]);
    expect((await graph.walk(REF, odd, ALL)).nodes).toEqual([]);
  });

  check('stores any text unchanged, and interprets nothing in it as a command', async ({ graph }) => {
    const bystander = { ...REF, snapshot: 'bystander' };
    await graph.write(bystander, { files: [file('a.ts', ['a', 'b'], ['a>b'])] });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyHostileFile, async (hostile) => {
        const ref = { repository: hostile.path, snapshot: `${hostile.digest} ${run++}` };
        await graph.write(ref, { files: [hostile] });
        const keys = hostile.nodes.map(({ key }) => key);
        expect(await graph.nodes(ref, keys)).toEqual(hostile.nodes);
        expect(await graph.manifest(ref)).toEqual(new Map([[hostile.path, hostile.digest]]));
        const found = await graph.walk(ref, keys, ALL);
        expect(found.nodes.map(({ depth: _, ...node }) => node)).toEqual(hostile.nodes);
        expect(sorted(found.edges)).toEqual(sorted(hostile.edges));
        const model = new ModelGraph([hostile]);
        const names = hostile.nodes.flatMap(({ key, name, qualifiedName }) => [key, name, qualifiedName]);
        const lists = await graph.lookup(ref, names, 10);
        expect(lists.map((list) => list.map(({ key }) => key))).toEqual(
          names.map((name) => model.lookup(name).map(({ key }) => key)),
        );
      }),
      { numRuns: 30 },
    );
    expect(await graph.describe(bystander)).toEqual({ files: 1, nodes: 2, edges: 1 });
  });

  check('stores texts of 100 kB in every field, and finds their content', async ({ graph, find }) => {
    const long = (text: string) => `${'ab.'.repeat(17_000)}${text}${'.cd'.repeat(17_000)}`;
    const node: GraphNode = {
      ...nodeOf(long('key')),
      name: long('needle'),
      qualifiedName: long('Needle'),
      path: long('path'),
      text: long('text'),
      signature: long('signature'),
    };
    const edge: GraphEdge = { from: node.key, to: node.key, kind: 'CALLS', line: 3 };
    const whole: GraphFile = {
      path: long('path'),
      digest: long('digest'),
      nodes: [node, nodeOf('needles')],
      edges: [edge],
    };
    await graph.write(REF, { files: [whole] });
    // A short failure message: a diff of 100 kB does not help a reader.
    const same = (found: unknown, expected: unknown) => JSON.stringify(found) === JSON.stringify(expected);
    const walked = await graph.walk(REF, [node.key], ALL);
    expect(same(walked, { nodes: [{ ...node, depth: 0 }], edges: [edge] })).toBe(true);
    expect(same([...(await graph.manifest(REF))], [[whole.path, whole.digest]])).toBe(true);
    const found = async (name: string) => (await find(name)).map((key) => (key === node.key ? 'long' : key));
    expect(await found('eedl')).toEqual(['long', 'needles']);
    expect(await found('x')).toEqual([]);
    for (const name of [node.key, node.name, node.qualifiedName, node.name.slice(1)])
      expect((await found(name))[0]).toBe('long');
    await graph.write(REF, { remove: [whole.path] });
    expect(await graph.describe(REF)).toEqual({ files: 0, nodes: 0, edges: 0 });
  });
}
