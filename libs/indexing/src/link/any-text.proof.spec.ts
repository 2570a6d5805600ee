import fc from 'fast-check';
import { runsOf } from '../../../../test/sample';
import { extractorFor, loadLanguages } from '../languages/languages';
import { linkFacts } from './link-facts';
import { factsOf } from './testing/graph-of';

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

  it('returns definitions whose lines contain their text, parents first, with unique keys', async () => {
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
      { numRuns: runsOf(150) },
    );
  });

  it('returns edges between existing nodes, each once, and is deterministic', async () => {
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
      { numRuns: runsOf(150) },
    );
  });

  it.each([
    ['brackets', (n: number) => `x = ${'['.repeat(n)}${']'.repeat(n)}`],
    ['open brackets', (n: number) => `x = ${'('.repeat(n)}`],
    ['a chain of calls', (n: number) => `x = a${'.b()'.repeat(n)}`],
    ['nested definitions', (n: number) => 'class A { void f() { function g() { fn h() {'.repeat(n / 20)],
    ['rebound names', (n: number) => 'x = f(x)\nx := f(x)\nvar x = f(x);\n'.repeat(n / 5)],
    [
      'names whose types depend on each other',
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

  it('a line of 2 MB: the top level is kept, and the omission is reported', () => {
    const line = 'function a(b,c){function d(){}return b.d(c)+e(1)}var x=new Y(1);x.z();'.repeat(30_000);
    const facts = extractorFor('m.js')!('m.js', line);
    const total = facts.nodes.reduce((sum, { text: own }) => sum + (own?.length ?? 0), 0);
    expect(facts.problem).toMatch(/too many syntax nodes/);
    expect(facts.nodes.length).toBeGreaterThan(1_000);
    expect(total).toBeLessThan(line.length);
  });
});
