import fc from 'fast-check';
import type { FileFacts } from '../facts';
import { extractorFor, languageOf, loadLanguages } from '../languages/languages';
import { linkFacts } from './link-facts';
import { factsOf, graphOf } from './testing/graph-of';

const edges = async (files: Readonly<Record<string, string>>) => (await graphOf(files)).edges;

describe('names that could mean several things', () => {
  it('give no edge', async () => {
    const found = await edges({
      'a.ts': 'export function save() {}\nexport class A { storeItem() {} }',
      'b.ts': 'export function save() {}\nexport class B { storeItem() {} }',
      'c.ts': 'export * from "./a";\nexport * from "./b";',
      'd.ts': 'import { save } from "./c";\nexport function go(x) { save(); x.storeItem(); }',
    });
    expect(found.filter((edge) => edge.includes('CALLS'))).toEqual([]);
  });

  it('are not found behind a local name, nor behind a library', async () => {
    const found = await edges({
      'a.ts': 'export function run() {}\nexport class A { readFile() {} }',
      'b.ts': [
        'import { run } from "./a";',
        'import fs from "node:fs";',
        'export function one(run: () => void) { run(); }',
        'export function two() { fs.readFile(); }',
      ].join('\n'),
    });
    expect(found).toEqual(['b.ts|FILE IMPORTS a.ts|FILE']);
  });

  it('are guessed only where one method has a telling name and the arguments fit', async () => {
    const found = await edges({
      'a.ts': 'export class A { storeItem(a: number) {} get() {} startsWith(a: string) {} }',
      'b.ts': 'export function go(x, y, z) { x.storeItem(1); y.storeItem(1, 2); z.get(); z.startsWith(""); }',
    });
    expect(found).toEqual(['b.go|FUNCTION CALLS a.A.storeItem|METHOD']);
  });
});

describe('modules', () => {
  it('that import each other in a circle end', async () => {
    const found = await edges({
      'a.ts': 'export * from "./b";\nexport { x as y } from "./b";',
      'b.ts': 'export * from "./a";\nexport { y as x } from "./a";',
      'p/__init__.py': 'from .q import *\nfrom .q import x',
      'p/q.py': 'from . import *\nfrom . import x\nx()',
      'c.ts': 'import { x, z } from "./a";\nx(); z();',
    });
    expect(found.filter((edge) => edge.includes('CALLS'))).toEqual([]);
  });

  it('types that are told by each other in a circle end', async () => {
    const found = await edges({
      'a.ts': [
        'const a: typeof b.c = b.c; const b = a.b; const c = c.d();',
        'class X extends Y { f = this.g; g = this.f; }',
        'class Y extends X { h() { this.f.g(); a.b(); c(); } }',
      ].join('\n'),
    });
    expect(found).toContain('a.X|TYPE INHERITS a.Y|TYPE');
  });

  it('packages may be named by the caller as well', async () => {
    const facts = await factsOf({
      'libs/x/src/index.ts': 'export const X = 1;',
      'b.ts': 'import { X } from "@q/x";\nexport const y = X;',
    });
    const graph = linkFacts(facts, { packages: new Map([['@q/x', 'libs/x']]) });
    expect(graph[1]?.edges).toContainEqual({
      from: 'typescript:b.y|FIELD',
      to: 'typescript:libs/x/src/index.X|FIELD',
      kind: 'USES',
      line: 2,
    });
  });
});

describe('files', () => {
  it('take the edges of another linker under the final keys', async () => {
    const facts = await factsOf({ 'a.cs': 'class A {}', 'b.cs': 'class A {}' });
    const also = (files: readonly FileFacts[]) =>
      new Map(
        files.map((file) => [
          file.path,
          [{ from: file.nodes[1]!.key, to: 'dbo.A|TABLE', kind: 'MAPS_TO' as const }],
        ]),
      );
    const own = linkFacts(facts, { also }).map((file) => file.edges.filter(({ kind }) => kind === 'MAPS_TO'));
    expect(own.flat().map(({ from }) => from)).toEqual(['csharp:A|TYPE', 'csharp:A~2|TYPE']);
  });

  it('keep their digest while nothing that concerns them changes', async () => {
    const files = { 'a.ts': 'export function f() {}', 'b.ts': 'import { f } from "./a";\nf();' };
    const before = linkFacts(await factsOf(files));
    const longer = linkFacts(await factsOf({ ...files, 'c.ts': 'export const c = 1;' }));
    const other = linkFacts(await factsOf({ ...files, 'a.ts': 'export function g() {}' }));
    expect(longer.slice(0, 2)).toEqual(before);
    expect(other.map((file, i) => file.digest === before[i]?.digest)).toEqual([false, false]);
  });

  it('say where the parser met an error, and keep what can be read', async () => {
    const [facts] = await factsOf({ 'a.ts': 'export function f() {}\n\nclass { { (\n' });
    expect(facts?.problem).toMatch(/^The parser cannot read line [345]; the rest is read\.$/);
    expect(facts?.nodes.map(({ key }) => key)).toContain('typescript:a.f|FUNCTION');
  });

  it('in C# are read through directives that the grammar does not know', async () => {
    const text = [
      'class A : B',
      '#if NET8_0',
      '    , IC',
      '#else',
      '    , ID',
      '#endif',
      '{',
      '  // one',
      '  void F() { }',
      '}',
    ].join('\r\n');
    const [facts] = await factsOf({ 'a.cs': text });
    expect(facts?.problem).toBeUndefined();
    expect(facts?.references.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'INHERITS B',
      'IMPLEMENTS IC',
    ]);
    expect(facts?.nodes[1]?.text).toBe(text);
    expect(facts?.nodes[2]).toMatchObject({ text: '  // one\r\n  void F() { }', startLine: 8, endLine: 9 });
  });

  it("in Java and C# mean the type, not its constructor, by a type's name", async () => {
    const found = await edges({
      'A.java':
        'class A { static A Z; A(int x) {} void f() { A.g(A.Z); } static void g(A a) {} }\nclass B extends A { A h() {} }',
    });
    expect(found).toEqual([
      'A.f|METHOD USES A.Z|FIELD',
      'A.f|METHOD CALLS A.g|METHOD',
      'B.h|METHOD USES A|TYPE',
      'B|TYPE INHERITS A|TYPE',
    ]);
  });

  it('in Python keep `self` through comments, subscripts and chained assignments', async () => {
    const found = await edges({
      'a.py': [
        'class A:',
        '    def run(  # noqa',
        '        self, x',
        '    ):',
        '        y = self.all[x] = 1',
        '        self.stop()',
        '    def stop(self): pass',
      ].join('\n'),
    });
    expect(found).toEqual(['a.A.run|METHOD CALLS a.A.stop|METHOD']);
  });

  it('of other kinds have no language', () => {
    expect([languageOf('a.TS'), languageOf('a.md'), extractorFor('x/README')]).toEqual([
      'typescript',
      null,
      null,
    ]);
  });
});

describe('any text', () => {
  const PIECES = [
    'class A<T> extends B implements C {\n',
    'def f(self, x: int = 1) -> "A":\n    self.x = A()\n',
    'fn f(&self) -> Self { Self::new() }\n',
    'impl<T> A for B {\n',
    'func (s *S) F(a, b int) (X, error) {\n',
    'public record R(int A, B C) : D(1), IE;\n',
    'namespace A.B;\n',
    'package a.b;\n',
    'export const a = async ({ b, ...c }) => a.b?.c![0](d);\n',
    '/** doc */\n@Deco({ a: A })\n',
    '[Attr("x")] // note\n',
    'import { a as b, type C } from "./x";\nexport * from "./y";\n',
    'from . import a\nfrom .b import *\n',
    'use crate::{a::{self, b as c}, d::*};\n',
    'import st "x.y/z"\n',
    '}\n',
    '"""',
    '`${',
    '\r\n',
    'é𝒳名',
  ];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 14 })
    .map((parts) => parts.join(''));
  const path = fc.constantFrom(
    'a.ts',
    'a.tsx',
    'b/a.js',
    'p/__init__.py',
    'p/q.py',
    'a.cs',
    'B.java',
    'g/a.go',
    'src/lib.rs',
    'src/m/mod.rs',
    'package.json',
    'go.mod',
  );
  const project = fc.dictionary(path, text, { maxKeys: 6 });

  beforeAll(loadLanguages);

  it('gives definitions whose lines hold their text, parents first, and keys that are unique', async () => {
    await fc.assert(
      fc.asyncProperty(project, async (files) => {
        const facts = await factsOf(files);
        const keys = linkFacts(facts).flatMap(({ nodes }) => nodes.map(({ key }) => key));
        expect(new Set(keys).size).toBe(keys.length);
        for (const { path: at, nodes } of facts) {
          const lines = files[at]!.split('\n');
          const seen = new Set<string>();
          for (const node of nodes) {
            if (node.parent !== undefined) expect(seen).toContain(node.parent);
            seen.add(node.key);
            if (node.text === undefined) continue;
            const { startLine = 0, endLine = 0 } = node;
            expect(startLine).toBeGreaterThanOrEqual(1);
            expect(lines.slice(startLine - 1, endLine).join('\n')).toContain(node.text);
            expect(node.text.split('\n')).toHaveLength(endLine - startLine + 1);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives edges whose ends are there, each once, the same however often it is linked', async () => {
    await fc.assert(
      fc.asyncProperty(project, async (files) => {
        const facts = await factsOf(files);
        const graph = linkFacts(facts);
        const keys = new Set(graph.flatMap(({ nodes }) => nodes.map(({ key }) => key)));
        for (const { edges: own } of graph) {
          for (const { from, to } of own) expect([keys.has(from), keys.has(to)]).toEqual([true, true]);
          expect(new Set(own.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).size).toBe(own.length);
        }
        expect(linkFacts(facts)).toEqual(graph);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['brackets', (n: number) => `x = ${'['.repeat(n)}${']'.repeat(n)}`],
    ['open brackets', (n: number) => `x = ${'('.repeat(n)}`],
    ['a chain of calls', (n: number) => `x = a${'.b()'.repeat(n)}`],
    [
      'definitions inside one another',
      (n: number) => 'class A { void f() { function g() { fn h() {'.repeat(n / 20),
    ],
    ['rebound names', (n: number) => 'x = f(x)\nx := f(x)\nvar x = f(x);\n'.repeat(n / 5)],
    [
      'names told by each other',
      () =>
        'abcdefgh'.replaceAll(/./g, (name) =>
          [...'abcdefgh'].map((o) => `var ${name} = ${o}.x(a.y);\n`).join(''),
        ),
    ],
  ])('10,000 deep: %s', (_, make) => {
    for (const at of ['a.ts', 'a.js', 'a.py', 'a.cs', 'a.java', 'a.go', 'a.rs']) {
      const facts = extractorFor(at)!(at, make(10_000));
      expect(linkFacts([facts])[0]?.nodes[0]?.key).toBe(`file:${at}|FILE`);
    }
  });

  it('a line of 2 MB: the top level is kept, and what was left out is said', () => {
    const line = 'function a(b,c){function d(){}return b.d(c)+e(1)}var x=new Y(1);x.z();'.repeat(30_000);
    const facts = extractorFor('m.js')!('m.js', line);
    const total = facts.nodes.reduce((sum, { text: own }) => sum + (own?.length ?? 0), 0);
    expect(facts.problem).toMatch(/too many syntax nodes/);
    expect(facts.nodes.length).toBeGreaterThan(1_000);
    expect(total).toBeLessThan(line.length);
  });
});
