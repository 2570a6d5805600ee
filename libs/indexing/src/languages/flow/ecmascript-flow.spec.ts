import { inferred } from './testing/inferred';

const FUNCTIONS = 'function one() {}\nfunction two() {}\n';

/** What a function `run` does, and what it then probably calls. */
const CASES: readonly (readonly [name: string, code: string, calls: readonly string[]])[] = [
  ['an alias', 'function run() { const a = one; a(); }', ['run → one, 0.9']],
  ['a result', 'const get = () => one;\nfunction run() { get()(); }', ['run → one, 0.9']],
  [
    'a callback',
    'function apply(f: () => void) { f(); }\nfunction run() { apply(one); }',
    ['apply → one, 0.9'],
  ],
  ['a default', 'function apply(f = one) { f(); }', ['apply → one, 0.9']],
  [
    'further arguments',
    'function apply(...all) { for (const f of all) f(); }\nfunction run() { apply(one); }',
    ['apply → one, 0.9'],
  ],
  [
    'destructuring',
    'function run() { const { a, b: [c] } = { a: one, b: [two] }; c(); }',
    ['run → two, 0.9'],
  ],
  [
    'a destructured parameter',
    'function apply({ f }) { f(); }\nfunction run() { apply({ f: one }); }',
    ['apply → one, 0.9'],
  ],
  [
    'a table',
    'const TABLE = { a: one, b: two };\nfunction run(k) { TABLE.a(); TABLE[k](); }',
    ['run → one, 0.9', 'run → two, 0.6'],
  ],
  ['`bind`', 'function run() { const f = one.bind(null); f(); }', ['run → one, 0.9']],
  ['`call`', 'function run() { const f = one; f.call(null); }', ['run → one, 0.9']],
  ['a callback of an array', 'function run() { [1].map(one); }', ['run → one, 0.9']],
  [
    'either of two',
    'function run(x) { const f = x ? one : two; f(); }',
    ['run → one, 0.6', 'run → two, 0.6'],
  ],
  ['a field that holds a function', 'class A { f = one; go() { this.f(); } }', ['go → one, 0.9']],
  [
    'a property of the constructor',
    'class A { constructor(private f: () => void) {} go() { this.f(); } }\nfunction run() { new A(one); }',
    ['go → one, 0.9'],
  ],
  [
    'a method as a value',
    'class A { go() {} }\nfunction run() { const f = new A().go; f(); }',
    ['run → go, 0.9'],
  ],
  [
    'an override of a method that the base class calls',
    'class A { go() { this.hook(); } hook() {} }\nclass B extends A { hook() {} }\nfunction run() { new B().go(); }',
    ['go → hook, 0.6'],
  ],
  [
    'what a function returns as it is, caller by caller',
    'const same = (f) => f;\nfunction run() { same(one)(); }\nfunction again() { same(two)(); }',
    ['run → one, 0.9', 'again → two, 0.9'],
  ],
  [
    'the object that a method returns, not one of another subclass',
    'class A { same() { return this; } }\nclass B extends A { go() {} }\nclass C extends A { go() {} }\nfunction run() { new B().same().go(); }',
    ['run → go, 0.9'],
  ],
  ['nothing of what is not known', 'function run(f, g) { f(); g.go(); console.log(one); }', []],
];

describe('TypeScript functions as values', () => {
  it.each(CASES)('%s', async (_name, code, calls) => {
    const found = await inferred({ 'main.ts': `${FUNCTIONS}${code}\n` });
    expect([...found].toSorted()).toEqual([...calls].toSorted());
  });

  it('follows them through imports and re-exports, and not where two modules export a name', async () => {
    const found = await inferred({
      'a.ts': 'export function one() {}\nexport function both() {}\nexport default one;',
      'b.ts': 'export const two = () => {};\nexport const both = () => {};',
      'index.ts':
        "export * from './a';\nexport * from './b';\nexport { two as deux } from './b';\nexport * as whole from './a';",
      'main.ts': [
        "import first from './a';",
        "import { one, deux, whole, both } from './index';",
        "import * as all from './index';",
        'function again(f) { f(); }',
        'function second(f) { f(); }',
        'function third(f) { f(); }',
        'function fourth(f) { f(); }',
        'again(first); again(deux); second(all.one); third(whole.one); fourth(both);',
      ].join('\n'),
    });
    expect(found).toEqual(['again → one, 0.6', 'again → two, 0.6', 'second → one, 0.9', 'third → one, 0.9']);
  });

  it('follows CommonJS', async () => {
    const found = await inferred({
      'a.js': 'exports.one = function () {};\nfunction two() {}\nexports.two = two;',
      'b.js': 'class B { go(f) { f(); } }\nmodule.exports = B;',
      'main.js':
        "const a = require('./a');\nconst B = require('./b');\nfunction run() { new B().go(a.two); const f = a.one; f(); }",
    });
    expect(found).toEqual(['go → two, 0.9', 'run → one, 0.9']);
  });
});
