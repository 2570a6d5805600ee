import { inferred } from './testing/inferred';

const FUNCTIONS = 'def one(): pass\ndef two(): pass\ndef three(): pass\n';

/** What a function `run` does, and what it then probably calls. */
const CASES: readonly (readonly [name: string, code: string, calls: readonly string[]])[] = [
  ['an alias', 'def run():\n  a = one\n  a()', ['run → one, 0.9']],
  ['the last of two aliases', 'def run():\n  a = one\n  a = two\n  a()', ['run → two, 0.9']],
  [
    'both aliases of a branch',
    'def run(x):\n  a = one\n  if x:\n    a = two\n  a()',
    ['run → one, 0.6', 'run → two, 0.6'],
  ],
  ['a result', 'def get():\n  return one\ndef run():\n  get()()', ['run → one, 0.9']],
  ['an argument', 'def apply(f):\n  f()\ndef run():\n  apply(one)', ['apply → one, 0.9']],
  [
    'a named argument',
    'def apply(*, f=two):\n  f()\ndef run():\n  apply(f=one)',
    ['apply → one, 0.6', 'apply → two, 0.6'],
  ],
  [
    'further arguments',
    'def apply(*all):\n  for f in all:\n    f()\ndef run():\n  apply(one)',
    ['apply → one, 0.9'],
  ],
  ['a constant key', 'TABLE = {"a": one, "b": two}\ndef run():\n  TABLE["b"]()', ['run → two, 0.9']],
  [
    'an unknown key',
    'TABLE = {"a": one, "b": two}\ndef run(k):\n  TABLE[k]()',
    ['run → one, 0.6', 'run → two, 0.6'],
  ],
  [
    '`get` of a dictionary',
    'TABLE = {"a": one}\ndef run():\n  TABLE.get("a", two)()',
    ['run → one, 0.6', 'run → two, 0.6'],
  ],
  ['a replaced element', 'def run():\n  d = {"a": one}\n  d["a"] = two\n  d["a"]()', ['run → two, 0.9']],
  ['unpacking', 'def run():\n  a, (b, *c) = one, (two, three)\n  b()', ['run → two, 0.9']],
  ['elements', 'def run():\n  fs = []\n  fs.append(one)\n  for f in fs:\n    f()', ['run → one, 0.9']],
  ['a comprehension', 'def run():\n  return [f() for f in [one]]', ['run → one, 0.9']],
  ['`map`', 'def run(x):\n  return map(one, x)', ['run → one, 0.9']],
  [
    'what a generator yields',
    'def all():\n  yield one\ndef run():\n  for f in all():\n    f()',
    ['run → one, 0.9'],
  ],
  ['a lambda', 'def run():\n  call = lambda f: f()\n  call(one)', ['run → one, 0.9']],
  [
    'an exception class',
    'class Bad(Exception):\n  def __init__(self): pass\ndef run():\n  raise Bad',
    ['run → __init__, 0.9'],
  ],
  ['a bound method', 'class A:\n  def go(self): pass\ndef run():\n  f = A().go\n  f()', ['run → go, 0.9']],
  [
    'a function in an attribute',
    'class A:\n  def __init__(self, f):\n    self.f = f\n  def go(self):\n    self.f()\ndef run():\n  A(one)',
    ['go → one, 0.9'],
  ],
  [
    'an override of a method that the base class calls',
    'class A:\n  def go(self):\n    self.hook()\n  def hook(self): pass\nclass B(A):\n  def hook(self): pass\ndef run():\n  B().go()',
    ['go → hook, 0.6'],
  ],
  [
    '`super()` with two bases',
    'class A:\n  def go(self): pass\nclass B(A): pass\nclass C(A):\n  def go(self): pass\nclass D(B, C):\n  def run(self):\n    super().go()',
    ['run → go, 0.9'],
  ],
  [
    'a property',
    'class A:\n  @property\n  def f(self):\n    return one\ndef run():\n  a = A()\n  a.f()',
    ['run → one, 0.9'],
  ],
  [
    'a decorator',
    'def mark(f):\n  return f\n@mark\ndef go(): pass\ndef run():\n  go()',
    ['main.py → mark, 0.9'],
  ],
  [
    'a decorator that wraps',
    'def wrap(f):\n  def inner():\n    f()\n  return inner\n@wrap\ndef go(): pass\ndef run():\n  go()',
    ['inner → go, 0.9', 'main.py → wrap, 0.9', 'run → inner, 0.9'],
  ],
  [
    'an iterator',
    'class A:\n  def __iter__(self):\n    return self\n  def __next__(self):\n    return one\ndef run():\n  for f in A():\n    f()',
    ['run → __iter__, 0.9', 'run → __next__, 0.9', 'run → one, 0.9'],
  ],
  [
    // flask, `App.ensure_sync`: what it returns to one caller is what this caller gave.
    'what a function returns as it is, caller by caller',
    'class A:\n  def ensure(self, f):\n    if is_async(f):\n      return wrapped(f)\n    return f\ndef run(a: A):\n  a.ensure(one)()\ndef again(a: A):\n  a.ensure(f=two)()',
    ['run → one, 0.9', 'again → two, 0.9'],
  ],
  [
    'the default of a parameter that a function returns as it is',
    'def pick(f=one):\n  return f\ndef run():\n  pick()()',
    ['run → one, 0.9'],
  ],
  [
    'the object that a method returns, not one of another subclass',
    'class A:\n  def same(self):\n    return self\nclass B(A):\n  def go(self): pass\nclass C(A):\n  def go(self): pass\ndef run():\n  B().same().go()\ndef again():\n  C().same().go()',
    ['run → go, 0.9', 'again → go, 0.9'],
  ],
  [
    'a class that is given, and not its instances',
    'import typing as t\nclass A:\n  def __init__(self): pass\n  def __call__(self): pass\ndef run(a: type[A]):\n  a()\ndef second(b: t.Type[A] | None):\n  b()\ndef again(a: A):\n  a()',
    ['run → __init__, 0.9', 'second → __init__, 0.9', 'again → __call__, 0.9'],
  ],
  ['nothing of what is not known', 'def run(f, g):\n  f()\n  g.go()\n  print(one)', []],
];

describe('Python functions as values', () => {
  it.each(CASES)('%s', async (_name, code, calls) => {
    const found = await inferred({ 'main.py': `${FUNCTIONS}${code}\n` });
    expect([...found].toSorted()).toEqual([...calls].toSorted());
  });

  it('follows them through imports of all forms', async () => {
    const found = await inferred({
      'pkg/__init__.py': 'from .a import one as first\nfrom .b import *\n',
      'pkg/a.py': 'def one(): pass\n',
      'pkg/b.py': 'def two(): pass\nTABLE = {"x": two}\n',
      'main.py': [
        'import pkg.a',
        'import pkg.b as b',
        'from pkg import first, TABLE',
        'def run():',
        '  f = pkg.a.one',
        '  f()',
        '  TABLE["x"]()',
        'def again(f):',
        '  f()',
        'again(first)',
        'again(b.two)',
      ].join('\n'),
    });
    expect(found).toEqual(['run → one, 0.9', 'run → two, 0.9', 'again → one, 0.6', 'again → two, 0.6']);
  });

  it('gives tests what their fixtures return and yield', async () => {
    const shop = 'class Shop:\n  def sell(self): pass\n';
    const found = await inferred({
      'shop.py': shop,
      'tests/conftest.py': [
        'from shop import Shop',
        '@pytest.fixture',
        'def shared():',
        '  return Shop()',
        '@pytest.fixture(scope="session", name="named")',
        'def _named():',
        '  return Shop()',
      ].join('\n'),
      'tests/unit/test_a.py': [
        'from shop import Shop',
        'def test_shared(shared):',
        '  shared.sell()',
        'def test_named(named):',
        '  named.sell()',
        '@pytest.fixture',
        'def own(shared):',
        '  yield shared',
        'def test_own(own):',
        '  own.sell()',
        'class TestShop:',
        '  @pytest.fixture()',
        '  def mine(self):',
        '    return Shop()',
        '  def test_mine(self, mine):',
        '    mine.sell()',
        'def helper(shared):',
        '  shared.sell()',
        'def test_value(shared=None):',
        '  shared.sell()',
      ].join('\n'),
    });
    expect(found.filter((call) => call.includes('→ sell'))).toEqual([
      'test_shared → sell, 0.9',
      'test_named → sell, 0.9',
      'test_own → sell, 0.9',
      'test_mine → sell, 0.9',
    ]);
    // A fixture is set up by its test, so that the test reaches what setting it up calls.
    expect(found).toContain('test_mine → mine, 0.9');
  });

  it('says nothing where a call may reach more functions than are worth naming', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    const code = `${names.map((name) => `def ${name}(): pass`).join('\n')}\ndef run(k):\n  {${names.map((name) => `"${name}": ${name}`).join(', ')}}[k]()\n`;
    expect(await inferred({ 'main.py': code })).toEqual([]);
  });

  it('reads an expression of any depth', async () => {
    const deep = `${'('.repeat(3_000)}one${')'.repeat(3_000)}()`;
    expect(await inferred({ 'main.py': `${FUNCTIONS}def run():\n  ${deep}\n  a = two\n  a()\n` })).toContain(
      'run → two, 0.9',
    );
  });
});
