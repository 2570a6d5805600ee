import fc from 'fast-check';
import type { GraphFile } from '@quarry/graph-store';
import { runsOf, SEED } from '../../../../test/sample';
import type { FileFacts } from '../facts';
import { codeOf } from '../flow/flow-code';
import { loadReaders, type Readers } from '../readers';
import { outlineOf } from './outline';
import type { LinkState } from './link-state';
import { apply, editsOf } from './testing/random-project';

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

function factsOf(texts: ReadonlyMap<string, string>): readonly FileFacts[] {
  return [...texts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text]) => readers.extractFor(path)?.(path, text) ?? []);
}

/** Links step by step, as runs over a folder do. */
class Runs {
  private facts: readonly FileFacts[] = [];
  private state: LinkState | null = null;
  /** How many runs needed the outlines of all files. */
  reads = 0;
  private readonly files = new Map<string, GraphFile>();

  get graph(): readonly GraphFile[] {
    return [...this.files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** @returns the paths of the files that were linked */
  next(texts: ReadonlyMap<string, string>): readonly string[] {
    const facts = factsOf(texts);
    const then = new Map(this.facts.map((file) => [file.path, JSON.stringify(file)]));
    const now = new Map(facts.map((file) => [file.path, file]));
    const isOther = (path: string) => JSON.stringify(now.get(path)) !== then.get(path);
    const changed = new Set([...now.keys()].filter(isOther));
    const before = new Map(this.facts.filter(({ path }) => isOther(path)).map((file) => [file.path, file]));
    const change = {
      outlines: () => {
        this.reads++;
        return facts.map(outlineOf);
      },
      flows: () => new Map(facts.map(({ path, flow }) => [path, flow && codeOf(flow)])),
      changed,
      before,
      facts: (path: string) => now.get(path)!,
    };
    const { state: last } = this;
    const again =
      last && readers.link.changed?.({ ...change, state: () => last, links: (path) => last.files.get(path) });
    const { graph, state } = again
      ? { graph: again.graph, state: { ...last, ...again.project, files: again.files } }
      : readers.link.all(facts);
    for (const path of then.keys()) if (!now.has(path)) this.files.delete(path);
    for (const file of graph) this.files.set(file.path, file);
    const links = [...(last?.files ?? []), ...(state?.files ?? [])].filter(([path]) => now.has(path));
    this.state = state && { ...state, files: new Map(links) };
    this.facts = facts;
    return graph.map(({ path }) => path);
  }
}

describe('linking what changed', () => {
  it('gives after any edits the graph that linking from scratch gives', async () => {
    await fc.assert(
      fc.asyncProperty(editsOf(8), (steps) => {
        const runs = new Runs();
        let texts: ReadonlyMap<string, string> = new Map();
        for (const edits of steps) {
          texts = apply(texts, edits);
          runs.next(texts);
          expect(runs.graph).toEqual(readers.link.all(factsOf(texts)).graph);
        }
        return Promise.resolve();
      }),
      { numRuns: runsOf(240), seed: SEED },
    );
  });

  const TEXTS = {
    'package.json': '{ "name": "shop" }',
    'base.ts': 'export class Base {\n  total() {\n    return 1;\n  }\n}\n',
    'make.ts': "import { Base } from './base';\nexport function make(): Base { return new Base(); }\n",
    'use.ts': "import { make } from './make';\nexport function use() { return make().total(); }\n",
    'other.ts': 'export function other() { return 1; }\n',
    'x/Top.java': 'package x;\nclass Top {\n  int total() { return 1; }\n}\n',
    'x/Low.java': 'package x;\nclass Low extends Top {\n}\n',
    'x/Call.java': 'package x;\nclass Call {\n  int call(Low low) { return low.total(); }\n}\n',
    'g/order.go': 'package g\n\ntype Order struct{}\n',
    'g/price.go': 'package g\n\nfunc (o *Order) Price() int { return 1 }\n',
    'g/use.go': 'package g\n\nfunc use(o *Order) int { return o.Cost() }\n',
    'g/begin.go': 'package g\n\nfunc init() {}\n',
    'g/next.go': 'package g\n\nfunc init() {}\n',
    'p/__init__.py': 'from .m import Tax\n',
    'p/m.py': 'class Tax:\n    pass\n',
    'p/n.py': 'class Tax:\n    pass\n',
    'q.py': 'from p import Tax\n\nTax()\n',
    'r.py': 'from p import Tax\n\nTax()\n',
    's.py': 'from store.tax import Rate\n\nRate()\n',
    'api.ts': "app.get('/sum', total);\nfunction total() {\n  return fetch(process.env.SHOP_URL);\n}\n",
  };

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['a comment: its file', { 'base.ts': `// why\n${TEXTS['base.ts']}` }, ['base.ts']],
    [
      'a member: files that ask for it, also through the type of a result',
      { 'base.ts': TEXTS['base.ts'].replace('total', 'sum') },
      ['base.ts', 'use.ts'],
    ],
    [
      'a base that was missing: files that look for it',
      { 'other.ts': `import { Sum } from './sum';\n${TEXTS['other.ts']}`, 'sum.ts': 'export class Sum {}\n' },
      ['other.ts', 'sum.ts'],
    ],
    [
      'a base: files that ask for what it gives',
      { 'x/Low.java': 'package x;\nclass Low {\n}\n' },
      ['x/Call.java', 'x/Low.java'],
    ],
    [
      'a method outside its type: files that miss it',
      { 'g/price.go': TEXTS['g/price.go'].replace('Price', 'Cost') },
      ['g/price.go', 'g/use.go'],
    ],
    [
      'a definition that another file repeats: that file, whose key it took',
      { 'g/begin.go': 'package g\n' },
      ['g/begin.go', 'g/next.go'],
    ],
    [
      'a name that a package hands on: files that import it from there',
      { 'p/__init__.py': 'from .n import Tax\n' },
      ['p/__init__.py', 'q.py', 'r.py'],
    ],
    [
      'a module that was missing: files that import it',
      { 'store/tax.py': 'class Rate:\n    pass\n' },
      ['s.py', 'store/tax.py'],
    ],
    [
      'a package that was missing: likewise',
      { 'store/tax/__init__.py': 'class Rate:\n    pass\n' },
      ['s.py', 'store/tax/__init__.py'],
    ],
    ['a file that nothing names: itself', { 'new.ts': 'export const x = 1;\n' }, ['new.ts']],
    [
      'the name of a package: all files',
      { 'package.json': '{ "name": "store" }' },
      Object.keys(TEXTS).toSorted(),
    ],
  ])('%s', (_what, edits, expected) => {
    const runs = new Runs();
    runs.next(new Map(Object.entries(TEXTS)));
    const linked = runs.next(new Map(Object.entries({ ...TEXTS, ...edits })));
    expect(linked.toSorted()).toEqual(expected);
  });

  it.each([
    ['base.ts', (text: string) => `// why\n\n${text}`],
    ['use.ts', (text: string) => text.replace('return', '\n\n  // why\n  return')],
    ['x/Call.java', (text: string) => text.replace('int call', '/** Why. */\n  int call')],
    ['p/__init__.py', (text: string) => `"""Why."""\n${text}`],
    ['r.py', (text: string) => `${text}# why\n`],
    ['api.ts', (text: string) => `// why\n\n${text}`],
  ] as const)('only lines of %s: no other file is read', (path, edit) => {
    const runs = new Runs();
    runs.next(new Map(Object.entries(TEXTS)));
    const texts = new Map(Object.entries({ ...TEXTS, [path]: edit(TEXTS[path]) }));
    expect(runs.next(texts)).toEqual([path]);
    expect(runs.reads).toBe(0);
    expect(runs.graph).toEqual(readers.link.all(factsOf(texts)).graph);
    const other = TEXTS[path].replace(/use|call|Tax|total/, 'other');
    runs.next(new Map(Object.entries({ ...TEXTS, [path]: other })));
    expect(runs.reads).toBe(1);
  });

  it('follows values again where a type means something else, though no value goes elsewhere', () => {
    const shape = ['shape.ts', 'export class Shape {\n  draw() {}\n}\n'] as const;
    const text =
      "import { Shape } from './shape';\nexport function run(s: Shape) {\n  const f = s.draw;\n  f();\n}\n";
    const runs = new Runs();
    const inferred = () => runs.graph.flatMap(({ edges }) => edges.filter((edge) => edge.confidence));
    runs.next(new Map([shape, ['run.ts', text]]));
    expect(inferred()).toHaveLength(1);
    runs.next(new Map([shape, ['run.ts', `// why\n${text}`]]));
    expect(inferred()).toMatchObject([{ line: 5 }]);
    const texts = new Map([shape, ['run.ts', `${text}interface Shape {}\n`]]);
    runs.next(texts);
    expect(runs.graph).toEqual(readers.link.all(factsOf(texts)).graph);
    expect(inferred()).toEqual([]);
  });
});
