import type { FileFacts } from '../facts';
import { extractorFor, languageOf } from '../languages/languages';
import { linkFacts } from './link-facts';
import { factsOf, graphOf } from './testing/graph-of';

const edges = async (files: Readonly<Record<string, string>>) => (await graphOf(files)).edges;

describe('ambiguous names', () => {
  it('produce no edge', async () => {
    const found = await edges({
      'a.ts': 'export function save() {}\nexport class A { storeItem() {} }',
      'b.ts': 'export function save() {}\nexport class B { storeItem() {} }',
      'c.ts': 'export * from "./a";\nexport * from "./b";',
      'd.ts': 'import { save } from "./c";\nexport function go(x) { save(); x.storeItem(); }',
    });
    expect(found.filter((edge) => edge.includes('CALLS'))).toEqual([]);
  });

  it('are not resolved past a local name or a library', async () => {
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

  it('are guessed only if a single method has a distinctive name and the arguments fit', async () => {
    const found = await edges({
      'a.ts': 'export class A { storeItem(a: number) {} get() {} startsWith(a: string) {} }',
      'b.ts': 'export function go(x, y, z) { x.storeItem(1); y.storeItem(1, 2); z.get(); z.startsWith(""); }',
    });
    expect(found).toEqual(['b.go|FUNCTION CALLS a.A.storeItem|METHOD']);
  });
});

describe('modules', () => {
  it('that import each other in a cycle terminate', async () => {
    const found = await edges({
      'a.ts': 'export * from "./b";\nexport { x as y } from "./b";',
      'b.ts': 'export * from "./a";\nexport { y as x } from "./a";',
      'p/__init__.py': 'from .q import *\nfrom .q import x',
      'p/q.py': 'from . import *\nfrom . import x\nx()',
      'c.ts': 'import { x, z } from "./a";\nx(); z();',
    });
    expect(found.filter((edge) => edge.includes('CALLS'))).toEqual([]);
  });

  it('types that depend on each other in a cycle terminate', async () => {
    const found = await edges({
      'a.ts': [
        'const a: typeof b.c = b.c; const b = a.b; const c = c.d();',
        'class X extends Y { f = this.g; g = this.f; }',
        'class Y extends X { h() { this.f.g(); a.b(); c(); } }',
      ].join('\n'),
    });
    expect(found).toContain('a.X|TYPE INHERITS a.Y|TYPE');
  });

  it('packages may also be named by the caller', async () => {
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
  it('include the edges of another linker under the final keys', async () => {
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

  it('keep their digest unless something relevant to them changes', async () => {
    const files = { 'a.ts': 'export function f() {}', 'b.ts': 'import { f } from "./a";\nf();' };
    const before = linkFacts(await factsOf(files));
    const longer = linkFacts(await factsOf({ ...files, 'c.ts': 'export const c = 1;' }));
    const other = linkFacts(await factsOf({ ...files, 'a.ts': 'export function g() {}' }));
    expect(longer.slice(0, 2)).toEqual(before);
    expect(other.map((file, i) => file.digest === before[i]?.digest)).toEqual([false, false]);
  });

  it('report where the parser found an error, and keep the readable part', async () => {
    const [facts] = await factsOf({ 'a.ts': 'export function f() {}\n\nclass { { (\n' });
    expect(facts?.problem).toMatch(/^The parser cannot read line [345]; the rest is read\.$/);
    expect(facts?.nodes.map(({ key }) => key)).toContain('typescript:a.f|FUNCTION');
  });

  it('in C# are read despite directives that the grammar does not support', async () => {
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

  it("in Java and C# resolve a type's name to the type, not its constructor", async () => {
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

describe('a call on something unknown', () => {
  const files = (body: string) => ({
    'a.py': `class Loader:\n    def list_all_templates(self, other):\n        return other.list_all_templates()\n${body}`,
  });

  it('is no call of the method that makes it', async () => {
    expect((await graphOf(files(''))).edges).toEqual([]);
  });

  it('calls the only method of a distinctive name, from elsewhere', async () => {
    const { edges } = await graphOf(files('\ndef run(other):\n    other.list_all_templates()\n'));
    expect(edges).toEqual(['a.run|FUNCTION CALLS a.Loader.list_all_templates|METHOD']);
  });
});
