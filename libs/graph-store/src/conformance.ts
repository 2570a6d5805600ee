import { Fault, type SnapshotRef } from '@quarry/turn';
import * as fc from 'fast-check';
import type {
  EdgeKind,
  GraphEdge,
  GraphFile,
  GraphNode,
  GraphStore,
  NodeKind,
  Subgraph,
  WalkOptions,
} from './port';
import { byCodePoint, ModelGraph } from './testing/model';

/** A store under test, empty at first. */
export interface GraphStoreUnderTest {
  /** Another client of the same store, as another process would have. */
  open(): Promise<GraphStore>;
  /** Removes all that the tests wrote. */
  dispose(): Promise<void>;
}

export interface GraphStoreSuite {
  readonly name: string;
  readonly create: () => Promise<GraphStoreUnderTest>;
  /** Tests that the adapter does not pass, by their names, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

const REF: SnapshotRef = { repository: 'acme/shop', snapshot: 'main' };
const ALL: WalkOptions = { depth: 10, maxNodes: 1_000, edgeKinds: [] };

/** What every graph store keeps: run it in the adapter's spec. */
export function graphStoreConformance({ name, create, skip = [] }: GraphStoreSuite): void {
  const gaps = new Map(skip.flatMap(({ reason, tests }) => tests.map((test) => [test, reason] as const)));
  const declared = new Set<string>();
  const check = (test: string, body: () => Promise<void>): void => {
    declared.add(test);
    const reason = gaps.get(test);
    if (reason === undefined) it(test, body);
    else it.skip(`${test} (skipped: ${reason})`, body);
  };

  describe(`${name} keeps the graph store's contract`, () => {
    let store: GraphStoreUnderTest;
    let graph: GraphStore;
    beforeEach(async () => {
      store = await create();
      graph = await store.open();
    });
    afterEach(async () => {
      await graph.close();
      await store.dispose();
    });

    const find = async (wanted: string, limit = 10) =>
      ((await graph.lookup(REF, [wanted], limit))[0] ?? []).map((found) => found.key);

    check('knows nothing of a snapshot that was never written', async () => {
      expect(await graph.describe(REF)).toBeNull();
      expect(await graph.manifest(REF)).toEqual(new Map());
      expect(await graph.nodes(REF, ['a'])).toEqual([]);
      expect(await graph.lookup(REF, ['a', 'b'], 5)).toEqual([[], []]);
      expect(await graph.walk(REF, ['a'], ALL)).toEqual({ nodes: [], edges: [] });
      expect(await graph.describe(REF)).toBeNull();
    });

    check('describes what was written', async () => {
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

    check('exports every file with what it owns', async () => {
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

    check('gives nodes back exactly, in the order of the keys, unknown ones left out', async () => {
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

    check('replaces nodes and edges of a file, and removes files', async () => {
      await graph.write(REF, { files: [file('a.ts', ['a', 'old'], ['a>b', 'a>old']), file('b.ts', ['b'])] });
      await graph.write(REF, { files: [{ ...file('a.ts', ['a', 'new'], ['a>new']), digest: 'second' }] });
      expect(shape(await graph.walk(REF, ['a'], ALL))).toEqual({ nodes: ['a 0', 'new 1'], edges: ['a>new'] });
      expect(await find('old')).toEqual([]);
      expect((await graph.manifest(REF)).get('a.ts')).toBe('second');
      await graph.write(REF, { remove: ['a.ts', 'never-there.ts'] });
      expect(await graph.describe(REF)).toEqual({ files: 1, nodes: 1, edges: 0 });
      expect(await graph.nodes(REF, ['a', 'b'])).toHaveLength(1);
    });

    check('does not walk edges to a node that is gone, and walks them again when it returns', async () => {
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
      'shows one node for a key that several files have: the one with text, then that of the first path',
      async () => {
        const part = (path: string, text?: string): GraphFile => {
          const node = { ...nodeOf('T'), path, ...(text === undefined ? {} : { text }) };
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

    check('gives an edge once, with its first line', async () => {
      const lines = [{ line: 9 }, { line: 4 }, {}, { line: 7 }].map((at) => ({ ...edgeOf('a>b'), ...at }));
      await graph.write(REF, {
        files: [{ ...file('a.ts', ['a', 'b']), edges: [...lines, edgeOf('a>b', 'USES')] }],
      });
      const { edges } = await graph.walk(REF, ['a'], ALL);
      expect([...edges].sort((x, y) => (x.kind < y.kind ? -1 : 1))).toEqual([
        { from: 'a', to: 'b', kind: 'CALLS', line: 4 },
        { from: 'a', to: 'b', kind: 'USES' },
      ]);
    });

    check(
      'walks both ways, entries first in the given order, then by depth and key, within all bounds',
      async () => {
        await graph.write(REF, {
          files: [file('a.ts', ['m', 'b', 'z', 'c', 'far'], ['m>z', 'b>m', 'm>c', 'z>far', 'm>m'])],
        });
        const walk = async (entries: readonly string[], options: Partial<WalkOptions>) =>
          shape(await graph.walk(REF, entries, { ...ALL, ...options })).nodes;
        expect(await walk(['m'], { depth: 1 })).toEqual(['m 0', 'b 1', 'c 1', 'z 1']);
        expect(await walk(['z', 'unknown', 'b', 'z'], { depth: 1 })).toEqual(['z 0', 'b 0', 'far 1', 'm 1']);
        expect(await walk(['m'], { depth: 0 })).toEqual(['m 0']);
        expect(await walk(['m'], { maxNodes: 3 })).toEqual(['m 0', 'b 1', 'c 1']);
        expect(await walk(['z', 'c', 'b'], { maxNodes: 2 })).toEqual(['z 0', 'c 0']);
        expect(await walk(['m'], { maxNodes: 0 })).toEqual([]);
        expect(await walk(['m'], { edgeKinds: ['INHERITS'] })).toEqual(['m 0']);
        expect(await walk([], {})).toEqual([]);
        const { edges } = shape(await graph.walk(REF, ['m', 'c'], { ...ALL, depth: 0 }));
        expect(edges).toEqual(['m>c', 'm>m']);
      },
    );

    check('walks as the plainest search does, on any graph', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(anyGraph, anyWalk, async (files, [entries, options]) => {
          const ref = { ...REF, snapshot: `walk ${run++}` };
          await graph.write(ref, { files });
          const expected = new ModelGraph(files).walk(entries, options);
          const found = await graph.walk(ref, entries, options);
          expect(found.nodes).toEqual(expected.nodes);
          expect(sorted(found.edges)).toEqual(sorted(expected.edges));
        }),
        { numRuns: 60 },
      );
    });

    check('looks names up best first', async () => {
      const names: readonly (readonly [string, string, string?])[] = [
        ['csharp:Shop.Invoice.total~(int)|METHOD', 'Shop.Invoice.total'],
        ['csharp:Shop.Invoice.total~(string)|METHOD', 'Shop.Invoice.total'],
        ['csharp:Shop.Order.total|METHOD', 'Shop.Order.total'],
        ['csharp:Shop.Order.Total|FIELD', 'Shop.Order.Total'],
        ['csharp:total|FUNCTION', 'total'],
        ['csharp:Shop.totals|METHOD', 'Shop.totals'],
        ['rust:shop::cart::add|FUNCTION', 'shop::cart::add'],
        ['src/cart/add.ts|FILE', 'src/cart/add.ts', 'add.ts'],
      ];
      const nodes = names.map(([key, qualifiedName, last]) => ({
        ...nodeOf(key),
        qualifiedName,
        name: last ?? qualifiedName.split(/[.:]+/).at(-1) ?? '',
      }));
      await graph.write(REF, { files: [{ path: 'all', digest: 'd', nodes, edges: [] }] });
      expect((await find('csharp:Shop.Order.total|METHOD'))[0]).toBe('csharp:Shop.Order.total|METHOD');
      expect(await find('Invoice.total')).toEqual([
        'csharp:Shop.Invoice.total~(int)|METHOD',
        'csharp:Shop.Invoice.total~(string)|METHOD',
      ]);
      expect(await find('total')).toEqual([
        'csharp:total|FUNCTION',
        'csharp:Shop.Order.total|METHOD',
        'csharp:Shop.Invoice.total~(int)|METHOD',
        'csharp:Shop.Invoice.total~(string)|METHOD',
        'csharp:Shop.Order.Total|FIELD',
        'csharp:Shop.totals|METHOD',
      ]);
      for (const way of ['cart::add', 'cart.add', 'cart#add', 'cart/add', '  cart/add ', 'CART::ADD'])
        expect([way, (await find(way))[0]]).toEqual([way, 'rust:shop::cart::add|FUNCTION']);
      expect((await find('cart/add.ts'))[0]).toBe('src/cart/add.ts|FILE');
      expect((await find('add.ts'))[0]).toBe('src/cart/add.ts|FILE');
      const [found = []] = await graph.lookup(REF, ['ota'], 10);
      expect(new Set(found.map((one) => one.match))).toEqual(new Set(['partial']));
      expect(found).toHaveLength(6);
      expect(await find('total', 2)).toHaveLength(2);
      expect(await find('total', 0)).toEqual([]);
    });

    check('prefers definitions to mentions, and short names to long ones, within a rank', async () => {
      const nodes = [
        { ...nodeOf('1'), name: 'save', qualifiedName: 'a.save' },
        { ...nodeOf('2'), name: 'save', qualifiedName: 'a.long.save', text: 'here' },
        { ...nodeOf('3'), name: 'save', qualifiedName: 'b.c.save', text: 'here' },
      ];
      await graph.write(REF, { files: [{ path: 'all', digest: 'd', nodes, edges: [] }] });
      expect(await find('save')).toEqual(['3', '2', '1']);
    });

    check('finds names in the order that the port gives them, and each of them once', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(anyNodes, anyName, async (nodes, wanted) => {
          const ref = { ...REF, snapshot: `lookup ${run++}` };
          const files = [{ path: 'all', digest: 'd', nodes, edges: [] }];
          await graph.write(ref, { files });
          const expected = new ModelGraph(files).lookup(wanted);
          const [found = []] = await graph.lookup(ref, [wanted], 1_000);
          expect(found.map(({ key, match }) => ({ key, match }))).toEqual(
            expected.map(({ key, rank }) => ({ key, match: rank === 9 ? 'partial' : 'exact' })),
          );
          const [first = []] = await graph.lookup(ref, [wanted], 2);
          expect(first).toEqual(found.slice(0, 2));
        }),
        { numRuns: 100 },
      );
    });

    check('takes any text as a name and as a key', async () => {
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

    check('keeps any text as it is, and takes nothing in it for a command', async () => {
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

    check('keeps texts of 100 kB in every place, and finds what they contain', async () => {
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
      // Said in few words where it fails: a difference of 100 kB is of no use to a reader.
      const same = (found: unknown, expected: unknown) => JSON.stringify(found) === JSON.stringify(expected);
      const walked = await graph.walk(REF, [node.key], ALL);
      expect(same(walked, { nodes: [{ ...node, depth: 0 }], edges: [edge] })).toBe(true);
      expect(same([...(await graph.manifest(REF))], [[whole.path, whole.digest]])).toBe(true);
      const found = async (name: string) =>
        (await find(name)).map((key) => (key === node.key ? 'long' : key));
      expect(await found('eedl')).toEqual(['long', 'needles']);
      expect(await found('x')).toEqual([]);
      for (const name of [node.key, node.name, node.qualifiedName, node.name.slice(1)])
        expect((await found(name))[0]).toBe('long');
      await graph.write(REF, { remove: [whole.path] });
      expect(await graph.describe(REF)).toEqual({ files: 0, nodes: 0, edges: 0 });
    });

    check('answers many names at once, in order', async () => {
      await graph.write(REF, { files: [file('a.ts', ['walrus', 'ostrich'])] });
      const lists = await graph.lookup(REF, ['ostrich', 'nobody', 'walrus', 'ostrich'], 3);
      expect(lists.map((list) => list.map((one) => one.key))).toEqual([
        ['ostrich'],
        [],
        ['walrus'],
        ['ostrich'],
      ]);
    });

    check('keeps snapshots apart, and shows other clients what was written', async () => {
      const other = await store.open();
      await graph.write(REF, { files: [file('a.ts', ['a'])] });
      expect((await other.nodes(REF, ['a'])).map((node) => node.key)).toEqual(['a']);
      expect(await other.nodes({ ...REF, snapshot: 'next' }, ['a'])).toEqual([]);
      await other.write({ ...REF, repository: 'other' }, { files: [file('a.ts', ['b'])] });
      await other.close();
      expect(await graph.nodes(REF, ['a', 'b'])).toHaveLength(1);
    });

    check('takes writes and reads that overlap', async () => {
      const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
      await Promise.all(
        names.flatMap((one) => [
          graph.write(REF, { files: [file(`${one}.ts`, [one], ['n0>' + one])] }),
          graph.walk(REF, ['n0'], ALL),
        ]),
      );
      expect((await graph.walk(REF, ['n0'], ALL)).nodes).toHaveLength(30);
    });

    check('may be closed twice, and fails afterwards with a fault', async () => {
      await graph.close();
      await graph.close();
      await expect(graph.describe(REF)).rejects.toThrow(Fault);
    });

    it('skips tests that exist only', () => {
      expect([...gaps.keys()].filter((test) => !declared.has(test))).toEqual([]);
    });
  });
}

function nodeOf(key: string, kind: NodeKind = 'FUNCTION'): GraphNode {
  return { key, kind, name: key, qualifiedName: key, language: 'typescript' };
}

/** `a>b` */
function edgeOf(text: string, kind: EdgeKind = 'CALLS'): GraphEdge {
  const [from = '', to = ''] = text.split('>');
  return { from, to, kind };
}

function file(path: string, keys: readonly string[], edges: readonly string[] = []): GraphFile {
  return {
    path,
    digest: `digest of ${path}`,
    nodes: keys.map((key) => nodeOf(key)),
    edges: edges.map((edge) => edgeOf(edge)),
  };
}

function shape(found: Subgraph): { nodes: string[]; edges: string[] } {
  return {
    nodes: found.nodes.map((node) => `${node.key} ${node.depth}`),
    edges: found.edges.map((edge) => `${edge.from}>${edge.to}`).sort(),
  };
}

function sorted(edges: readonly GraphEdge[]): GraphEdge[] {
  return [...edges].sort((a, b) => byCodePoint(JSON.stringify(a), JSON.stringify(b)));
}

const KEYS = ['a', 'B', 'c', 'é', '\uffee', '🙂', 'x y', 'z', 'q|T', 'r:s', '10', '9'];
const GONE = ['gone', 'gone too'];
const KINDS: readonly EdgeKind[] = ['CALLS', 'USES', 'INHERITS'];

const anyEdge = fc.record({
  from: fc.constantFrom(...KEYS),
  to: fc.constantFrom(...KEYS, ...GONE),
  kind: fc.constantFrom(...KINDS),
  line: fc.integer({ min: 1, max: 9 }),
});
/** Each key in one file, edges in any file. */
const anyGraph = fc.array(fc.array(anyEdge, { maxLength: 12 }), { minLength: 3, maxLength: 3 }).map((edges) =>
  edges.map((own, i): GraphFile => ({
    ...file(
      `f${i}`,
      KEYS.filter((_, n) => n % 3 === i),
    ),
    edges: own,
  })),
);
const anyWalk = fc.tuple(
  fc.array(fc.constantFrom(...KEYS, ...GONE), { maxLength: 4 }),
  fc.record({
    depth: fc.integer({ min: 0, max: 5 }),
    maxNodes: fc.integer({ min: 0, max: 14 }),
    edgeKinds: fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 3 }),
  }),
);

/** What languages of queries, of patterns and of programs take for more than text. */
const anyHostile = fc
  .array(
    fc.constantFrom(
      ...[
        '`',
        '{',
        '}',
        '$snapshot',
        '$x',
        "'",
        '"',
        '\\',
        '\\u0060',
        '\n',
        '\0',
        '//',
        '/*',
        '*/',
        '--',
        ';',
      ],
      ...[
        '}) DETACH DELETE n //',
        '"} DELETE',
        "'; DROP TABLE node; --",
        'null',
        'a',
        'B',
        '.',
        '🙂',
        '%',
        '*',
      ],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));
/** Half of a character, as no UTF-8 can write it: kept within a node, replaced where a store compares it. */
const anyBroken = anyHostile.map((text) => `${text}\ud800`);
const anyHostileFile = fc
  .record({
    path: anyHostile,
    digest: anyHostile,
    nodes: fc
      .uniqueArray(
        fc.record({
          key: anyHostile,
          name: anyHostile,
          qualifiedName: anyHostile,
          text: anyBroken,
          signature: anyBroken,
        }),
        { minLength: 1, maxLength: 4, selector: ({ key }) => key },
      )
      .map((nodes) => nodes.map((node): GraphNode => ({ ...nodeOf(node.key), ...node }))),
  })
  .map((hostile): GraphFile => ({
    ...hostile,
    edges: hostile.nodes.map(({ key }, i) => ({
      from: hostile.nodes[0]?.key ?? '',
      to: key,
      kind: KINDS[i % KINDS.length] ?? 'CALLS',
    })),
  }));

const anyName = fc
  .array(
    fc.constantFrom('a', 'A', 'ab', 'aB', 'b', 'é', 'É', '.', '::', '#', '/', '"', '%', '_', ' ', '🙂'),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const anyNodes = fc
  .uniqueArray(fc.tuple(anyName, anyName, fc.boolean()), { maxLength: 8, selector: ([key]) => key })
  .map((rows) =>
    rows.map(([key, qualifiedName, defined]): GraphNode => {
      const last = qualifiedName.split(/::|[.#/]/).at(-1) ?? '';
      return { ...nodeOf(key), qualifiedName, name: last, ...(defined ? { text: 'here' } : {}) };
    }),
  );
