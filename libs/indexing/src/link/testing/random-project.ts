import fc from 'fast-check';

/** Names that files of every language define and use, so that edits meet. */
const NAMES = ['Order', 'Item', 'compute_total', 'loadAllItems', 'price', 'Base'] as const;
const PATHS = [
  'a.ts',
  'b.ts',
  'lib/index.ts',
  'lib/c.ts',
  'd.js',
  'p/__init__.py',
  'p/m.py',
  'p/n.py',
  'src/q.py',
  'A.cs',
  'B.cs',
  'x/A.java',
  'x/B.java',
  'g/a.go',
  'g/b.go',
  'h/c.go',
  'src/lib.rs',
  'src/m.rs',
  'r/lib/item.rb',
  'r/main.rb',
  'o.php',
  'i.php',
  'c/x.c',
  'c/x.h',
  's/t.sql',
  'package.json',
  'go.mod',
] as const;

type Name = (typeof NAMES)[number];
type Piece = (a: Name, b: Name, c: Name) => string;

const ECMASCRIPT: readonly Piece[] = [
  (a) => `export class ${a} { price = 1; compute_total() { return this.price; } }\n`,
  (a, b, c) =>
    `export class ${a} extends ${b} { item: ${c}; loadAllItems() { return this.item.compute_total(); } }\n`,
  (a, b, c) => `export function ${a}(x: ${b}) { return x.${c}(); }\n`,
  (a, b) => `export const ${a} = new ${b}();\n`,
  (a, b) => `import { ${a} as ${b} } from './a';\n`,
  (a) => `import { ${a} } from './b';\n`,
  (a) => `import { ${a} } from './lib';\n`,
  () => `export * from './c';\n`,
  (a, b) => `export { ${a} as ${b} } from './lib/c';\n`,
  (a) => `export { ${a} };\n`,
  (a, b, c) => `function run() { ${a}(${b}); ${b}().${c}(); [1].map(${a}); }\n`,
  (a, b) => `${a}.prototype.${b} = function () { return this.price; };\n`,
  (a) => `// ${a}\n`,
  (a, b) => `app.get('/a', async (req, res) => {\n  ${a}();\n  ${b}(${a});\n});\n`,
  (a, b) => `function setUp(app) {\n  app.post('/a', ${a});\n  ${b}();\n}\n`,
];
const PYTHON: readonly Piece[] = [
  (a, b) => `class ${a}:\n    def ${b}(self):\n        return self.price\n`,
  (a, b, c) =>
    `class ${a}(${b}):\n    item: ${c}\n    def loadAllItems(self):\n        return self.item.compute_total()\n`,
  (a, b, c) => `def ${a}(x: ${b}):\n    return x.${c}()\n`,
  (a, b) => `${a} = ${b}()\n`,
  (a) => `from p.m import ${a}\n`,
  (a) => `from p import ${a}\n`,
  (a, b) => `from .n import ${a} as ${b}\n`,
  () => `from p import *\n`,
  () => `import q\nq.Order()\n`,
  (a, b, c) => `def run(f=${a}):\n    f()\n    ${b}().${c}()\n    for g in [${a}, ${b}]: g()\n`,
  (a) => `# ${a}\n`,
];
const PIECES: Readonly<Record<string, readonly Piece[]>> = {
  ts: ECMASCRIPT,
  js: ECMASCRIPT,
  py: PYTHON,
  cs: [
    (a, b, c) =>
      `namespace N { public partial class ${a} : ${b} { ${c} item; public int Total() { return item.price(); } } }\n`,
    (a, b) => `using N;\nclass ${a} { void ${b}(int x) { new ${b}().Total(); } void ${b}() { } }\n`,
    (a, b, c) =>
      `static class ${a}s { public static ${b} ${c}<T>(this ${b} x, T n, int m = 1) => x; static int total = 1; }\n`,
    (a, b, c) =>
      `class ${a} { ${b} item; int price; void F(ISomeBase q) { item.${c}(price).${c}("x"); q.${c}<int>(2); N.${a}.item.price = Total; } }\n`,
    (a, b) => `class Db { DbSet<${a}> ${b} { get; set; } void F(){ Run("SELECT * FROM ${a}"); } }\n`,
  ],
  java: [
    (a, b, c) =>
      `package x;\npublic class ${a} extends ${b} { ${c} item; int total() { return item.compute_total(); } }\n`,
    (a, b) =>
      `package x;\nclass ${a} { ${b} item; int price; int total(${b} other) { return price + other.price + item.item; } }\n`,
    (a, b) =>
      `package x;\nimport x.*;\nclass ${a} { @Override void ${b}() { new ${b}().total(); } void loadAllItems(int n) {} }\n`,
  ],
  go: [
    (a, b, c) => `package g\ntype ${a} struct { ${b} }\nfunc (s *${a}) ${c}() int { return 1 }\n`,
    (a, b) => `package g\ntype ${a} interface { ${b}() int }\nfunc use(x ${a}) { x.${b}() }\n`,
    (a, b) => `package h\nimport "ex.org/m/g"\nfunc ${a}(x g.${b}) { x.price(); g.use(x) }\n`,
    (_, b, c) => `package g\nfunc init() {}\nfunc (s *${b}) ${c}Too() {}\n`,
  ],
  rs: [
    (a, b) =>
      `pub struct ${a} { item: ${b} }\nimpl ${a} { pub fn total(&self) -> i32 { self.item.price() } }\n`,
    (a, b, c) => `use crate::m::${a};\nmod m;\nfn run(x: ${a}) { x.${b}(); ${c}::new(); }\n`,
    (a, b) => `pub trait ${b} { fn price(&self); }\nimpl ${b} for ${a} { fn price(&self) {} }\n`,
    (a, b) => `pub use self::m::${a} as ${b};\n`,
    (a) => `pub extern crate ${a} as m;\npub mod m;\nuse crate::m::m::${a};\n`,
    (a, b, c) =>
      `pub struct ${a} { item: ${b} }\nimpl ${a} { fn ${c}(&self) -> Result<Self, ()> { log!("{}", self.item.price(), self.item); if let Some(x) = self.${c}() { x.item; x.${c}(); } ${c}!(run(1)) } }\n`,
  ],
  rb: [
    (a, b, c) =>
      `require 'item'\nclass ${cap(a)} < ${cap(b)}\n  def ${c}\n    ${cap(b)}.new.price\n  end\nend\n`,
    (a, b) => `module ${cap(a)}\n  include ${cap(b)}\n  def self.run; ${cap(b)}.load_all_items; end\nend\n`,
  ],
  php: [
    (a, b, c) =>
      `<?php\nnamespace N;\nuse N\\${b};\nclass ${a} extends ${b} { function ${c}(${b} $x) { $x->price(); compute_total(); } }\n`,
    (a) => `<?php\nfunction ${a}() { return new \\N\\Order(); }\n`,
  ],
  c: [
    (a, b) => `#include "x.h"\nstatic int ${a}(void) { return ${b}(); }\n`,
    (a, b) => `int ${a}(int x) { return ${b}(x); }\n`,
  ],
  h: [(a) => `struct ${a} { int price; };\nint ${a}_of(struct ${a} *x);\n`, (a) => `int ${a}(void);\n`],
  sql: [(a) => `CREATE TABLE ${a} (id int);\n`, (a, b) => `CREATE PROCEDURE ${a} AS SELECT * FROM ${b};\n`],
  json: [(a) => `{ "name": "${a}" }\n`],
  mod: [() => 'module ex.org/m\n', () => 'module ex.org/n\n'],
};

function cap(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** One step: the file at `path` gets a text, goes away, or moves to another path. */
export type Edit =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string };

const path = fc.constantFrom(...PATHS);
const name = fc.constantFrom(...NAMES);

function textFor(at: string, most: number): fc.Arbitrary<string> {
  const pieces = PIECES[at.slice(at.lastIndexOf('.') + 1)] ?? [];
  return fc
    .array(fc.tuple(fc.constantFrom(...pieces), name, name, name), { minLength: 1, maxLength: most })
    .map((parts) => parts.map(([piece, a, b, c]) => piece(a, b, c)).join(''));
}

/** A sequence of edits over a small tree in all languages. */
export function editsOf(most: number): fc.Arbitrary<readonly (readonly Edit[])[]> {
  const edit: fc.Arbitrary<Edit> = path.chain((at) =>
    fc.oneof(
      { weight: 6, arbitrary: textFor(at, 4).map((text) => ({ kind: 'write' as const, path: at, text })) },
      { weight: 4, arbitrary: textFor(at, 1).map((text) => ({ kind: 'append' as const, path: at, text })) },
      { weight: 2, arbitrary: fc.constant({ kind: 'remove' as const, path: at }) },
      { weight: 1, arbitrary: path.map((to) => ({ kind: 'move' as const, path: at, to })) },
    ),
  );
  const begin = fc.tuple(
    ...PATHS.map((at) => textFor(at, 3).map((text): Edit => ({ kind: 'write', path: at, text }))),
  );
  return fc
    .tuple(begin, fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: most }))
    .map(([first, rest]) => [first, ...rest]);
}

/** Applies a step to texts by path. */
export function apply(texts: ReadonlyMap<string, string>, edits: readonly Edit[]): Map<string, string> {
  const next = new Map(texts);
  for (const edit of edits) {
    const text = next.get(edit.path);
    if (edit.kind === 'write') next.set(edit.path, edit.text);
    if (edit.kind === 'append') next.set(edit.path, (text ?? '') + edit.text);
    if (edit.kind === 'remove') next.delete(edit.path);
    if (edit.kind === 'move' && text !== undefined && ending(edit.path) === ending(edit.to)) {
      next.delete(edit.path);
      next.set(edit.to, text);
    }
  }
  return next;
}

function ending(at: string): string {
  return at.slice(at.lastIndexOf('.'));
}
