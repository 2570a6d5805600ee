import { lineKey, type GraphNode, type GraphStore } from '@quarry/graph-store';
import type { OperationName } from './operation-names';
import { presentResult } from './present';
import { questionOf } from './question';
import { runQuery, type GraphQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

/** A definition in a language, whose signature is the first line of its text that is no comment. */
function code(
  language: string,
  name: string,
  kind: 'TYPE' | 'METHOD' | 'FUNCTION' | 'FIELD',
  at: [string, number],
  text: string,
): GraphNode {
  const [path, startLine] = at;
  const lines = text.split('\n');
  const signature = lines.find((line) => !/^\s*(?:\/|\*|#|\[)/.test(line))?.trim() ?? '';
  const one = node(name, kind, path, startLine);
  return {
    ...one,
    ...{ key: `${language}:${name}|${kind}`, language, signature, text },
    endLine: startLine + lines.length - 1,
  };
}

const rust = (...rest: [string, 'TYPE' | 'METHOD' | 'FUNCTION' | 'FIELD', [string, number], string]) =>
  code('rust', ...rest);
const java = (...rest: [string, 'TYPE' | 'METHOD' | 'FUNCTION' | 'FIELD', [string, number], string]) =>
  code('java', ...rest);
const csharp = (...rest: [string, 'TYPE' | 'METHOD' | 'FUNCTION' | 'FIELD', [string, number], string]) =>
  code('csharp', ...rest);

const NODES = [
  // got, options.ts and errors.ts: a property with a getter, read within a text.
  code(
    'typescript',
    'options.Options.maxHops',
    'METHOD',
    ['options.ts', 3],
    'get maxHops(): number {\n  return this.hops;\n}',
  ),
  code(
    'typescript',
    'errors.fail',
    'FUNCTION',
    ['errors.ts', 5],
    'function fail(request) {\n  throw `after ${request.options.maxHops}`;\n}',
  ),
  rust(
    'dir.Ignore',
    'TYPE',
    ['dir.rs', 92],
    '/// A matcher.\n#[derive(Clone)]\npub(crate) struct Ignore {\n}',
  ),
  rust('lib.Match.Ignore', 'FIELD', ['lib.rs', 419], 'Ignore(T)'),
  rust('line.Detection', 'TYPE', ['line.rs', 51], 'pub(crate) enum Detection {\n}'),
  rust('searcher.Detection', 'TYPE', ['searcher.rs', 55], 'pub struct Detection(line::Detection);'),
  rust('sink.Sink', 'TYPE', ['sink.rs', 62], 'pub trait Sink {\n}'),
  rust('sink.Sink.matched', 'METHOD', ['sink.rs', 70], 'fn matched(&mut self);'),
  rust('json.JSONSink', 'TYPE', ['json.rs', 100], 'pub struct JSONSink {\n}'),
  rust('sink.matched', 'FUNCTION', ['sink.rs', 228], 'fn matched(&mut self) {\n  (**self).matched()\n}'),
  rust('sink.Box.matched', 'METHOD', ['sink.rs', 281], 'fn matched(&mut self) {\n  (**self).matched()\n}'),
  rust('mmap.MmapChoice', 'TYPE', ['mmap.rs', 1], 'pub struct MmapChoice;'),
  rust('mmap.MmapChoice.open', 'METHOD', ['mmap.rs', 5], 'pub fn open(&self) {}'),
  rust('read.config', 'FUNCTION', ['read.rs', 1], 'fn config() {\n  let f = File::open(p);\n}'),
  rust('read.maybe', 'FUNCTION', ['read.rs', 9], 'fn maybe(c: Config) {\n  c.mmap().open();\n}'),
  rust('walk.Walk.go', 'METHOD', ['walk.rs', 9], 'fn go(&self) {\n  self.open();\n}'),
  rust(
    'main.run',
    'FUNCTION',
    ['main.rs', 1],
    'fn run(args: Args) {\n  start();\n  args.worker()?.open_all();\n}',
  ),
  rust('main.start', 'FUNCTION', ['main.rs', 9], 'fn start() {}'),
  rust('work.Worker.open_all', 'METHOD', ['work.rs', 9], 'fn open_all(&self) {}'),
  rust('work.tests.opens', 'FUNCTION', ['work.rs', 30], 'fn opens() {\n  Worker::open_all();\n}'),
  rust('config.Config.depth', 'FIELD', ['config.rs', 3], 'depth: usize'),
  rust('config.read', 'FUNCTION', ['config.rs', 9], 'fn read(c: Config) {\n  c.depth + 1;\n}'),
  rust(
    'config.build',
    'FUNCTION',
    ['config.rs', 20],
    'fn build() {\n  Config { depth: 3 };\n  c.depth = 4;\n  b.depth(5);\n}',
  ),
  rust('other.guess', 'FUNCTION', ['other.rs', 20], 'fn guess() {\n  args.config()?.depth - 1;\n}'),
  java('org.Visitor', 'TYPE', ['Visitor.java', 6], 'public interface Visitor {\n}'),
  java('org.Visitor.head', 'METHOD', ['Visitor.java', 8], 'void head(Node n);'),
  java('org.Printer', 'TYPE', ['Printer.java', 3], 'class Printer implements Visitor {\n}'),
  java(
    'org.Cleaner.run',
    'METHOD',
    ['Cleaner.java', 9],
    'void run() {\n  each(new Visitor() {\n    public void head(Node n) {}\n  });\n  each(new Visitor() { });\n}',
  ),
  java(
    'org.Connection.Request',
    'TYPE',
    ['Connection.java', 698],
    'interface Request extends Base<Request> {\n}',
  ),
  java('org.Connection.request', 'METHOD', ['Connection.java', 501], 'Request request();'),
  java(
    'org.HttpConnection.Request',
    'TYPE',
    ['HttpConnection.java', 616],
    'public static class Request implements Connection.Request {\n}',
  ),
  java(
    'org.Connection.Request.size',
    'METHOD',
    ['Connection.java', 700],
    '/**\n * @see #size(int)\n */\nint size();',
  ),
  java('org.HttpConnection.Request.size', 'METHOD', ['HttpConnection.java', 620], 'public int size() {\n}'),
  java('org.Read.all', 'METHOD', ['Read.java', 3], 'void all() {\n  read(req.size());\n}'),
  java(
    'org.Doc.link',
    'METHOD',
    ['Doc.java', 3],
    '/**\n Get {@link #size(int)} of it.\n*/\nvoid link() {\n  log("size(1)");\n}',
  ),
  csharp('Dapper.Command', 'TYPE', ['Command.cs', 9], '/// <summary/>\npublic readonly struct Command\n{\n}'),
  csharp('Dapper.Command.Command', 'METHOD', ['Command.cs', 20], 'public Command(string text)\n{\n}'),
  csharp(
    'Dapper.Command.For',
    'METHOD',
    ['Command.cs', 14],
    'internal static Command For() => new Command("x");',
  ),
  { ...csharp('Dapper.Mapper', 'TYPE', ['Mapper.Async.cs', 5], 'public static partial class Mapper\n{\n}') },
  {
    ...csharp('Dapper.Mapper', 'TYPE', ['Mapper.cs', 27], 'public static partial class Mapper\n{\n\n\n\n}'),
    key: 'csharp:Dapper.Mapper~2|TYPE',
  },
  csharp('Dapper.Mapper.Query', 'METHOD', ['Mapper.cs', 30], 'public static int Query<T>(string sql)\n{\n}'),
  csharp(
    'Tests.Db.Reads',
    'METHOD',
    ['tests/Db.cs', 3],
    'public void Reads()\n{\n  connection.Query<User>("select 1");\n}',
  ),
];

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(NODES, [
    ['sink.Sink', 'DEFINES', 'sink.Sink.matched'],
    ['json.JSONSink', 'IMPLEMENTS', 'sink.Sink', 719],
    ['mmap.MmapChoice', 'DEFINES', 'mmap.MmapChoice.open'],
    ['main.run', 'CALLS', 'main.start', 2],
    ['work.tests.opens', 'CALLS', 'work.Worker.open_all', 31],
    ['config.read', 'USES', 'config.Config.depth', 10],
    ['config.build', 'USES', 'config.Config.depth', 21],
    ['org.Visitor', 'DEFINES', 'org.Visitor.head'],
    ['org.Printer', 'IMPLEMENTS', 'org.Visitor', 3],
    ['org.Connection.Request', 'DEFINES', 'org.Connection.Request.size'],
    ['org.HttpConnection.Request', 'DEFINES', 'org.HttpConnection.Request.size'],
    ['org.HttpConnection.Request', 'IMPLEMENTS', 'org.Connection.Request', 616],
    ['org.Read.all', 'CALLS', 'org.HttpConnection.Request.size', 4],
    ['Dapper.Command.For', 'CALLS', 'Dapper.Command.Command', 14],
  ]);
});
afterAll(() => graph.close());

async function present(query: GraphQuery) {
  const result = await runQuery({ graph, ref: REF }, query, { limit: 50 });
  return presentResult(query.operation, result);
}

/** The summary, the lines, and after a dash what could not be placed. */
async function lines(operation: OperationName, ...names: readonly string[]): Promise<readonly string[]> {
  const { summary, relations, possible } = await present({ operation, names });
  const place = ({ path, line }: (typeof relations)[number]): string => `${path ?? '-'}:${line ?? '-'}`;
  return [summary, ...relations.map(place), ...possible.map((one) => `- ${place(one)}`)];
}

describe('where a name is declared', () => {
  it.each([
    ['Where is the struct Ignore defined?', '1 declaration of Ignore', ['dir.rs:94 struct']],
    ['Where is Ignore defined?', '2 declarations of Ignore', ['dir.rs:94 struct', 'lib.rs:419 field']],
    [
      'Where is Detection defined?',
      '2 declarations of Detection',
      ['line.rs:51 enum', 'searcher.rs:55 struct'],
    ],
    ['In which file is Sink declared?', '1 declaration of Sink', ['sink.rs:62 trait']],
    [
      'Where is Connection.Request defined?',
      '1 declaration of Connection.Request',
      ['Connection.java:698 interface'],
    ],
    [
      'Where is the class Command defined?',
      '1 declaration of Command; it is a struct, not a class',
      ['Command.cs:10 struct'],
    ],
    [
      'Where is Mapper defined?',
      'Mapper is declared in 2 parts, the main one first',
      ['Mapper.cs:27 the main part', 'Mapper.Async.cs:5 a part of it'],
    ],
  ])('%s', async (question, summary, places) => {
    const query = questionOf(question);
    if (!query) throw new Error('no question about structure');
    const found = await present(query);
    expect(found.summary).toBe(summary);
    expect(
      found.relations.map(({ path, line, note }) => `${path ?? ''}:${line ?? ''} ${note ?? ''}`),
    ).toEqual(places);
  });
});

describe('a claim that a list makes', () => {
  it.each<readonly [what: string, OperationName, readonly string[], readonly string[]]>([
    [
      'callers: not calls on another type, on an unrelated self, in comments or in texts',
      'callers',
      ['MmapChoice.open'],
      [
        'no certain callers of MmapChoice.open; 1 call of something named open could not be placed',
        '- read.rs:10',
      ],
    ],
    [
      'callers of a generic function',
      'callers',
      ['Mapper.Query'],
      [
        'no certain callers of Mapper.Query; 1 call of something named Query could not be placed',
        '- tests/Db.cs:5',
      ],
    ],
    [
      'callers of a type and its constructor, which are one',
      'callers',
      ['Command'],
      ['1 caller of Command', 'Command.cs:14'],
    ],
    [
      'callees that have no place',
      'callees',
      ['main.run'],
      ['1 function called by run found; 1 more call in it could not be placed', 'main.rs:2', '- main.rs:3'],
    ],
    [
      'a way that may exist',
      'path',
      ['main.run', 'Worker.open_all'],
      [
        'no way found from run to Worker.open_all; run reaches 1 function (start); Worker.open_all is called by 1 function (opens); there may be one by calls that could not be placed: 1 in run, 1 of something named open_all',
      ],
    ],
    [
      'tests in a module of the file',
      'tests',
      ['Worker.open_all'],
      ['1 test reaching Worker.open_all within 4 steps', 'work.rs:31'],
    ],
    [
      'readers that only read, and others that may',
      'readers',
      ['Config.depth'],
      [
        '1 reader of Config.depth found; 1 more use of something named depth could not be placed',
        'config.rs:10',
        '- other.rs:21',
      ],
    ],
    [
      'readers of a property with a getter, which code reads without a call',
      'readers',
      ['Options.maxHops'],
      [
        'no certain readers of Options.maxHops; 1 use of something named maxHops could not be placed',
        '- errors.ts:6',
      ],
    ],
    ['writers', 'writers', ['Config.depth'], ['1 writer of Config.depth', 'config.rs:21']],
    [
      'readers of a declared getter: calls of what implements it',
      'readers',
      ['Connection.Request.size'],
      ['1 reader of Request.size', 'Read.java:4'],
    ],
    [
      'usages of a declared method, without its documentation',
      'usages',
      ['Connection.Request.size'],
      ['1 usage of Request.size', 'Read.java:4'],
    ],
    [
      'classes without a name, each by its line, and lambdas',
      'implementations',
      ['Visitor'],
      [
        '3 implementations of Visitor; it has one method, and a lambda in its place is not listed',
        'Cleaner.java:10',
        'Cleaner.java:13',
        'Printer.java:3',
      ],
    ],
    [
      'methods of classes without a name',
      'implementations',
      ['Visitor.head'],
      ['1 implementation of Visitor.head', 'Cleaner.java:11'],
    ],
    [
      'base types, also outside of the index',
      'supertypes',
      ['HttpConnection.Request'],
      ['1 base type of Request', 'HttpConnection.java:616'],
    ],
    [
      'base types that only a declaration names',
      'supertypes',
      ['Connection.Request'],
      ['1 base type of Request', 'Connection.java:698'],
    ],
  ])('%s', async (_what, operation, names, expected) => {
    expect(await lines(operation, ...names)).toEqual(expected);
  });

  it('understands questions about base types', () => {
    for (const question of [
      'Which class is the base class of Element?',
      'What does Element extend?',
      "What is Element's superclass?",
    ])
      expect(questionOf(question)).toMatchObject({ operation: 'supertypes', names: ['Element'] });
  });
});

describe('implementations of a trait for types outside of the index', () => {
  it('are listed by their lines', async () => {
    const file = {
      key: 'file:sink.rs|FILE',
      kind: 'FILE',
      name: 'sink.rs',
      qualifiedName: 'sink.rs',
      language: 'rust',
      path: 'sink.rs',
    } as const;
    const own = NODES.filter(({ path }) => path === 'sink.rs');
    const foreign = await graphOf(
      [file, ...own],
      [
        ['sink.rs', 'IMPLEMENTS', 'sink.Sink', 225],
        ['sink.Sink', 'DEFINES', 'sink.Sink.matched'],
        ['sink.rs', 'DEFINES', 'sink.matched'],
        ['sink.rs', 'DEFINES', 'sink.Box.matched'],
      ],
    );
    const result = await runQuery(
      { graph: foreign, ref: REF },
      { operation: 'implementations', names: ['Sink'] },
      { limit: 9 },
    );
    const { summary, relations } = presentResult('implementations', result);
    expect([summary, ...relations.map(({ line, name }) => `${line ?? ''} ${name}`)]).toEqual([
      '2 implementations of Sink',
      '225 impl Sink for a reference or a type parameter',
      '281 impl Sink for Box',
    ]);
    await foreign.close();
  });

  it('are listed by their heads where the index has these, with the text of each', async () => {
    const line = (at: number, text: string) => ({
      ...node(`sink.rs:${at}`, 'LINE', 'sink.rs', at),
      ...{ key: lineKey('sink.rs', at), language: 'rust', text },
    });
    const heads = await graphOf(
      [
        {
          ...node('sink.rs', 'FILE', 'sink.rs'),
          ...{ key: 'file:sink.rs|FILE', qualifiedName: 'sink.rs', language: 'rust' },
        },
        ...NODES.filter(({ path }) => path === 'sink.rs'),
        rust('sink.Lines', 'TYPE', ['sink.rs', 300], 'struct Lines;'),
        line(225, "impl<'a, S: Sink> Sink for &'a mut S {"),
        line(278, 'impl<S: Sink + ?Sized> crate::Sink'),
        line(279, '    for Box<S>'),
        line(280, 'where S: Send {'),
        ...[line(310, 'impl Sink for Lines {'), line(320, 'impl Lines {')],
      ],
      [
        ['sink.rs', 'IMPLEMENTS', 'sink.Sink', 225],
        ['sink.Lines', 'IMPLEMENTS', 'sink.Sink', 310],
      ],
    );
    const result = await runQuery(
      { graph: heads, ref: REF },
      { operation: 'implementations', names: ['Sink'] },
      { limit: 9 },
    );
    const { relations } = presentResult('implementations', result);
    expect(relations.map(({ line: at, name, text }) => `${at ?? ''} ${name}: ${text ?? ''}`)).toEqual([
      "225 impl Sink for &mut S: impl<'a, S: Sink> Sink for &'a mut S {",
      '278 impl Sink for Box<S>: impl<S: Sink + ?Sized> crate::Sink for Box<S> where S: Send {',
      '310 sink.Lines: impl Sink for Lines {',
    ]);
    await heads.close();
  });
});
