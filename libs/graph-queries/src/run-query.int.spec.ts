import type { GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import type { OperationName } from './operation-names';
import { runQuery } from './run-query';
import { forEachNode } from './scan';
import { graphOf, node, REF } from './testing/code';

const NODES = [
  node('store.Store', 'TYPE', 'src/store.ts'),
  node('store.Store.save', 'METHOD', 'src/store.ts', 3),
  node('disk.DiskStore', 'TYPE', 'src/disk.ts'),
  node('disk.DiskStore.save', 'METHOD', 'src/disk.ts', 3),
  node('disk.SafeStore', 'TYPE', 'src/disk.ts', 20),
  node('disk.SafeStore.save', 'METHOD', 'src/disk.ts', 22),
  node('app.handle', 'FUNCTION', 'src/app.ts', 10),
  node('app.run', 'FUNCTION', 'src/app.ts', 30),
  node('app.isolated', 'FUNCTION', 'src/app.ts', 50),
  {
    ...node('app.build', 'FUNCTION', 'src/app.ts', 70),
    text: 'function build() {\n  const store = new DiskStore();\n  store.open(env.DATABASE_URL);\n  store.close();',
    signature: 'function build() {',
  },
  node('app.main', 'FUNCTION', 'src/app.ts', 80),
  {
    ...node('loops.again', 'FUNCTION', 'src/again.ts', 100),
    text: 'function again() {\n  again();\n  if (deep) again();\n  schedule(handOn.bind(this));\n  function handOn() {}\n}',
    endLine: 105,
  },
  {
    ...node('loops.again.handOn', 'FUNCTION', 'src/again.ts', 104),
    endLine: 104,
    text: '  function handOn() {}',
  },
  {
    ...node('app.test.checksSave', 'FUNCTION', 'src/app.test.ts', 5),
    text: "it('saves', () => {\n  save();\n  set('DATABASE_URL');",
  },
  node('options.timeout', 'FIELD', 'src/options.ts'),
  {
    ...node('clock.wait', 'FUNCTION', 'src/clock.ts', 90),
    text: 'export function wait(options) {\n  sleep(options.timeout);',
    signature: 'export function wait(options) {',
  },
  {
    ...node('net.HttpFailure', 'TYPE', 'src/net.ts', 40),
    text: 'class HttpFailure extends Error {',
    signature: 'class HttpFailure extends Error {',
  },
  node('clock.error', 'FUNCTION', 'src/clock.ts', 95),
  {
    // flask, sessions.py: the documentation of the function states the setting as well.
    ...node('sessions.get_cookie_name', 'METHOD', 'src/sessions.py', 60),
    ...{ language: 'python', signature: 'def get_cookie_name(self, app):' },
    text: 'def get_cookie_name(self, app):\n    """Uses app.config["COOKIE_NAME"]."""\n    name = app.config["COOKIE_NAME"]\n    return name or app.config["COOKIE_NAME"]',
  },
  node('disk.DiskStore.close', 'METHOD', 'src/disk.ts', 8),
  {
    ...node('base.Connection', 'TYPE', 'src/base.py'),
    ...{ language: 'python', signature: 'class Connection(typing.Protocol):' },
  },
  node('base.TlsConnection', 'TYPE', 'src/base.py', 20),
  node('lib.a.one', 'FUNCTION', 'lib/a/one.ts'),
  node('lib.b.two', 'FUNCTION', 'lib/b/two.ts'),
  node('api.v1.retry', 'FUNCTION', 'src/api.ts', 5),
  node('dbo.Invoice', 'TABLE', 'db/tables.sql'),
  ...Array.from({ length: 13 }, (_, at) => node(`part${at}.close`, 'METHOD', `src/part${at}.ts`)),
];

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(NODES, [
    ['store.Store', 'DEFINES', 'store.Store.save'],
    ['base.TlsConnection', 'INHERITS', 'base.Connection', 20],
    ['disk.DiskStore', 'DEFINES', 'disk.DiskStore.save', 3],
    ['disk.SafeStore', 'DEFINES', 'disk.SafeStore.save', 22],
    ['disk.DiskStore', 'IMPLEMENTS', 'store.Store', 1],
    ['disk.SafeStore', 'INHERITS', 'disk.DiskStore', 20],
    ['app.handle', 'CALLS', 'store.Store.save', 11],
    ['app.run', 'CALLS', 'app.handle', 31],
    ['app.run', 'CALLS', 'lodash.merge', 30],
    ['app.test.checksSave', 'CALLS', 'disk.DiskStore.save', 6],
    ['disk.DiskStore.save', 'WRITES_TO', 'dbo.Invoice', 4],
    ['app.handle', 'READS_FROM', 'dbo.Invoice', 10],
    ['loops.again', 'CALLS', 'loops.again', 101],
    ['loops.again', 'DEFINES', 'loops.again.handOn', 104],
    ['app.run', 'USES', 'store.Store', 30],
    ['app.build', 'USES', 'disk.DiskStore', 70],
    ['disk.DiskStore', 'DEFINES', 'disk.DiskStore.close', 8],
    ['lib.a.one', 'CALLS', 'lib.b.two', 1],
    ['lib.b.two', 'USES', 'lib.a.one', 2],
  ]);
});
afterAll(() => graph.close());

/** The summary, then `name path:line`, with the way to it. */
async function ask(operation: OperationName, ...names: readonly string[]): Promise<readonly string[]> {
  const result = await runQuery({ graph, ref: REF }, { operation, names }, { limit: 20 });
  const { summary, relations } = presentResult(operation, result);
  const lines = relations.map(({ name, path, line, through, probable }) => {
    const way = through === null ? '' : ` ${probable ? 'perhaps ' : ''}through ${through}`;
    return `${name} ${path ?? '-'}:${line ?? '-'}${way}`;
  });
  return [summary, ...lines];
}

describe('an operation over the code graph', () => {
  it.each<readonly [OperationName, readonly string[], readonly string[]]>([
    [
      'callers',
      ['DiskStore.save'],
      [
        '2 callers of DiskStore.save',
        'app.test.checksSave src/app.test.ts:6',
        'app.handle src/app.ts:11 perhaps through store.Store.save',
      ],
    ],
    ['callers', ['Store'], ['no callers of Store; its one use is no call: ask for its usages']],
    ['callers', ['DiskStore'], ['1 caller of DiskStore', 'app.build src/app.ts:71']],
    // A member that the type inherits.
    [
      'callers',
      ['SafeStore.close'],
      ['no certain callers of DiskStore.close; 1 call of something named close could not be placed'],
    ],
    ['callers', ['isolated'], ['no callers of isolated']],
    [
      'callees',
      ['app.run'],
      ['2 functions called by run', 'lodash.merge src/app.ts:30', 'app.handle src/app.ts:31'],
    ],
    [
      'implementations',
      ['Store'],
      [
        '2 implementations of Store',
        'disk.DiskStore src/disk.ts:1',
        'disk.SafeStore src/disk.ts:20 through disk.DiskStore',
      ],
    ],
    [
      'implementations',
      ['store.Store.save'],
      [
        '2 implementations of Store.save',
        'disk.DiskStore.save src/disk.ts:3',
        'disk.SafeStore.save src/disk.ts:22',
      ],
    ],
    [
      'implementations',
      ['Connection'],
      [
        '1 implementation of Connection; it is a protocol, which classes with its members implement without naming it',
        'base.TlsConnection src/base.py:20',
      ],
    ],
    ['readers', ['dbo.Invoice'], ['1 reader of dbo.Invoice', 'app.handle src/app.ts:10']],
    ['writers', ['Invoice'], ['1 writer of dbo.Invoice', 'disk.DiskStore.save src/disk.ts:4']],
    [
      'accesses',
      ['dbo.Invoice'],
      [
        '2 places reading or writing dbo.Invoice',
        'app.handle src/app.ts:10',
        'disk.DiskStore.save src/disk.ts:4',
      ],
    ],
    [
      'usages',
      ['store.Store'],
      ['2 usages of Store', 'app.run src/app.ts:30', 'disk.DiskStore src/disk.ts:1'],
    ],
    [
      'tests',
      ['dbo.Invoice'],
      [
        '1 test reaching dbo.Invoice within 4 steps',
        'app.test.checksSave src/app.test.ts:6 through disk.DiskStore.save',
      ],
    ],
    [
      'impact',
      ['app.handle'],
      ['1 place that a change of handle can affect within 3 steps', 'app.run src/app.ts:31'],
    ],
    [
      'path',
      ['app.run', 'Store.save'],
      [
        '2 steps from run to Store.save',
        'app.handle src/app.ts:31',
        'store.Store.save src/app.ts:11 through app.handle',
      ],
    ],
    [
      'path',
      ['isolated', 'run'],
      [
        'no way found from isolated to run; isolated reaches no function that is known; nothing that is known calls run',
      ],
    ],
    [
      'path',
      ['Store.save', 'run'],
      [
        'no way found from Store.save to run; Store.save reaches 2 functions (DiskStore.save, SafeStore.save); nothing that is known calls run; in the other direction there are 2 steps',
      ],
    ],
    // A call of the interface leads to what implements it.
    [
      'path',
      ['app.handle', 'SafeStore.save'],
      [
        '2 steps from handle to SafeStore.save',
        'store.Store.save src/app.ts:11',
        'disk.SafeStore.save src/disk.ts:22 perhaps through store.Store.save',
      ],
    ],
    [
      'readers',
      ['DATABASE_URL'],
      [
        '2 definitions with the text DATABASE_URL',
        'app.build src/app.ts:72',
        'app.test.checksSave src/app.test.ts:7',
      ],
    ],
    ['readers', ['DATABASE'], ['no definition is named DATABASE']],
    ['path', ['again', 'again'], ['1 step from again back to itself', 'loops.again src/again.ts:101']],
    // Without a relation, the lines of its file that name it: a function that is passed on.
    ['usages', ['handOn'], ['1 usage of handOn', 'loops.again src/again.ts:103']],
    // A field whose uses the graph lacks.
    [
      'readers',
      ['COOKIE_NAME'],
      ['1 definition with the text COOKIE_NAME', 'sessions.get_cookie_name src/sessions.py:62'],
    ],
    ['readers', ['timeout'], ['1 definition with the text timeout', 'clock.wait src/clock.ts:91']],
    ['implementations', ['Error'], ['1 implementation of Error', 'net.HttpFailure src/net.ts:40']],
    [
      'entry-points',
      [],
      [
        '1 entry point: programs. ' +
          'Not listed: 2 more functions that call others and that nothing in the index calls, except tests: 1 public, 1 not public',
        'app.main src/app.ts:80',
        'disk.DiskStore.save src/disk.ts:3',
        'app.run src/app.ts:30',
      ],
    ],
    [
      'unused',
      ['src/app.ts'],
      [
        '3 definitions without any sign of use in src/app.ts',
        'app.run src/app.ts:30',
        'app.isolated src/app.ts:50',
        'app.build src/app.ts:70',
      ],
    ],
    ['unused', ['nowhere'], ['no definition is named nowhere']],
    ['cycles', [], ['1 cycle between folders', 'lib/b lib/a/one.ts:1', 'lib/a lib/b/two.ts:2']],
    ['cycles', ['src'], ['no cycles between folders in src']],
  ])('%s of %s', async (operation, names, expected) => {
    expect(await ask(operation, ...names)).toEqual(expected);
  });

  it('counts what is beyond the limit', async () => {
    const result = await runQuery(
      { graph, ref: REF },
      { operation: 'callees', names: ['app.run'] },
      { limit: 1 },
    );
    expect(presentResult('callees', result)).toMatchObject({
      total: 2,
      relations: [{ name: 'lodash.merge' }],
    });
  });

  it.each([
    [
      'the results',
      { names: ['DiskStore.save'], within: 'app.ts' },
      '1 caller of DiskStore.save; in app.ts, and 1 in other files',
      ['app.handle'],
    ],
    [
      'the first name, where the file defines it',
      { names: ['save'], file: 'src/disk.ts' },
      '2 callers of save (2 definitions)',
      // Definition by definition: the call of the interface may be of each of them.
      ['app.test.checksSave', 'app.handle', 'app.handle', 'app.test.checksSave'],
    ],
    [
      'the results, where the file does not define the name',
      { names: ['DiskStore.save'], file: 'src/app.test.ts' },
      '1 caller of DiskStore.save; in src/app.test.ts, and 1 in other files',
      ['app.test.checksSave'],
    ],
    [
      'nothing, where the file has none',
      { names: ['DiskStore.save'], within: 'src/clock.ts' },
      '2 callers of DiskStore.save; none of them in src/clock.ts',
      ['app.test.checksSave', 'app.handle'],
    ],
    [
      'nothing, where the file neither defines the name nor uses it',
      { names: ['DiskStore.save'], file: 'src/clock.ts' },
      '2 callers of DiskStore.save; src/clock.ts defines no DiskStore.save, which is in src/disk.ts',
      ['app.test.checksSave', 'app.handle'],
    ],
  ])('a file restricts %s', async (_what, query, summary, names) => {
    const result = await runQuery({ graph, ref: REF }, { operation: 'callers', ...query }, { limit: 20 });
    const presented = presentResult('callers', result);
    expect([presented.summary, presented.relations.map(({ name }) => name)]).toEqual([summary, names]);
  });

  it('gives the line of code that states a relation', async () => {
    const result = await runQuery(
      { graph, ref: REF },
      { operation: 'callers', names: ['app.handle'] },
      { limit: 1 },
    );
    expect(presentResult('callers', result).relations[0]).toMatchObject({
      text: 'second line of app.run',
      target: 'app.handle',
      definition: { path: 'src/app.ts', startLine: 30 },
    });
  });
});

describe('calls that the graph cannot place', () => {
  const code = (name: string, kind: 'FUNCTION' | 'METHOD', line: number, text: string) => ({
    ...node(name, kind, name.startsWith('test') ? 'tests/a_test.py' : 'src/a.py', line),
    ...{ text, language: 'python' },
  });
  let python: GraphStore;
  beforeAll(async () => {
    python = await graphOf(
      [
        code('http.Adapter.send', 'METHOD', 1, 'def send(self, request):\n    return self.open(request)'),
        code('http.Session.send', 'METHOD', 10, 'def send(self, request):\n    return adapter.send(request)'),
        code('http.Session.get', 'METHOD', 20, 'def get(self):\n    return self.send(1)'),
        code('http.Adapter.close', 'METHOD', 30, 'def close(self):\n    """After the call of send()."""'),
        code('http.comment', 'FUNCTION', 40, 'def comment():\n    # adapter.send(1)\n    >>> x.send(1)'),
        code('test.outer', 'FUNCTION', 1, 'def outer():\n    def inner():\n        sock.send(b"")'),
        code('test.outer.inner', 'FUNCTION', 2, 'def inner():\n        sock.send(b"")'),
      ],
      [['http.Session.get', 'CALLS', 'http.Session.send', 21]],
    );
  });
  afterAll(() => python.close());

  it.each([
    ['callers', 'no certain callers of Adapter.send', ''],
    [
      'impact',
      'no certain places that a change of Adapter.send can affect within 3 steps',
      '; what depends on these is not listed',
    ],
  ] as const)(
    'are listed beside the %s, by the innermost function, code before tests',
    async (operation, none, more) => {
      const query = { operation, names: ['Adapter.send'] };
      const result = await runQuery({ graph: python, ref: REF }, query, { limit: 9 });
      const { summary, total, possible } = presentResult(operation, result);
      expect(summary).toBe(`${none}; 2 calls of something named send could not be placed${more}`);
      expect(total).toBe(0);
      expect(possible.map(({ name, path, line, text }) => [name, path, line, text])).toEqual([
        ['http.Session.send', 'src/a.py', 11, 'return adapter.send(request)'],
        ['test.outer.inner', 'tests/a_test.py', 3, 'sock.send(b"")'],
      ]);
    },
  );
});

describe('a graph with more than an operation reads', () => {
  const leaf = (at: number) => `leaf${at}.run`;
  let large: GraphStore;
  beforeAll(async () => {
    const leaves = Array.from({ length: 2_050 }, (_, at) => node(leaf(at), 'FUNCTION', `src/l${at % 7}.ts`));
    large = await graphOf(
      [node('hub.all', 'FUNCTION', 'src/hub.ts'), ...leaves],
      leaves.map((_, at) => [leaf(at), 'CALLS', 'hub.all', 1] as const),
    );
  });
  afterAll(() => large.close());

  it('is bounded, and the result says so', async () => {
    const reader = { graph: large, ref: REF };
    const impact = await runQuery(reader, { operation: 'impact', names: ['hub.all'] }, { limit: 5 });
    expect(presentResult('impact', impact)).toMatchObject({
      ...{ total: 2_000, atLeast: true },
      summary: 'at least 2000 places that a change of all can affect within 3 steps',
    });
    const seen: string[] = [];
    const cut = await forEachNode(reader, { kinds: [], most: 2_000 }, ({ key }) => seen.push(key));
    expect({ cut, seen: seen.length }).toEqual({ cut: true, seen: 2_000 });
  });

  it('still gives all callers of a name, as many as asked for', async () => {
    const query = { operation: 'callers', names: ['hub.all'] } as const;
    const result = await runQuery({ graph: large, ref: REF }, query, { limit: 3_000 });
    expect(presentResult('callers', result)).toMatchObject({ total: 2_050, atLeast: false });
  });
});

describe('an index without a graph', () => {
  it.each<readonly [OperationName, readonly string[]]>([
    ['callers', ['run']],
    ['path', ['run', 'stop']],
    ['unused', []],
    ['entry-points', []],
    ['cycles', []],
    ['cycles', ['src']],
  ])('has nothing to answer with: %s %s', async (operation, names) => {
    const elsewhere = { ...REF, snapshot: 'documents' };
    const result = await runQuery({ graph, ref: elsewhere }, { operation, names }, { limit: 5 });
    const { status, total, summary } = presentResult(operation, result);
    expect({ status, total }).toEqual({ status: 'unknown_name', total: 0 });
    expect(summary).toBe(
      names.length === 0 ? 'the index has no code graph' : `no definition is named ${names[0] ?? ''}`,
    );
  });
});

describe('a name in a query', () => {
  it('may leave out parts between the first and the last', async () => {
    expect(await ask('callers', 'api.retry')).toEqual(['no callers of retry']);
    expect(await ask('callers', 'app.retry')).toEqual([
      'no definition is named app.retry; similar names: api.v1.retry, app.run',
    ]);
  });

  it('means its definitions in one file, if a file is given', async () => {
    const query = { operation: 'callers', names: ['save'], file: 'src/disk.ts' } as const;
    const result = await runQuery({ graph, ref: REF }, query, { limit: 9 });
    expect(presentResult('callers', result).subjects.map(({ name }) => name)).toEqual([
      'disk.DiskStore.save',
      'disk.SafeStore.save',
    ]);
  });

  it('that means too many definitions is not answered, but they are listed', async () => {
    const result = await runQuery(
      { graph, ref: REF },
      { operation: 'callers', names: ['close'] },
      { limit: 9 },
    );
    const { status, summary, subjects } = presentResult('callers', result);
    expect({ status, summary, subjects: subjects.length }).toEqual({
      status: 'ambiguous',
      summary: 'close is the name of 14 definitions; use the full name of one',
      subjects: 14,
    });
  });

  it('means what a type inherits, the nearest one', async () => {
    expect(await ask('callees', 'SafeStore.close')).toEqual(['no functions called by DiskStore.close']);
  });

  it('that nothing bears gets the similar names', async () => {
    expect(await ask('impact', 'DiskStroe')).toEqual([
      'no definition is named DiskStroe; similar names: disk.DiskStore, disk.DiskStore.save, disk.SafeStore',
    ]);
  });

  it('that nothing bears may be in a file that the graph does not read', async () => {
    const paths = () => Promise.resolve(['src/disk.ts', 'plugin/Sync.lua', 'plugin/Mail.lua']);
    const query = { operation: 'callers', names: ['qqSync'] } as const;
    const result = await runQuery({ graph, ref: REF, paths }, query, { limit: 9 });
    expect(presentResult('callers', result).summary).toBe(
      'no definition is named qqSync; the code graph does not read Lua (2 files), which search finds as text',
    );
  });
});
