import type { GraphNode } from '@quarry/graph-store';
import { withFurtherLines } from './further-lines';
import type { Relation } from './operation';

const PATH = 'lib/parse.js';

/** A function of some lines, from line 10. */
function source(lines: readonly string[], language = 'javascript', key = 'js:outer|FUNCTION'): GraphNode {
  const text = lines.join('\n');
  return {
    key,
    kind: 'FUNCTION',
    name: 'outer',
    qualifiedName: 'outer',
    language,
    path: PATH,
    startLine: 10,
    text,
  };
}

/** The relation that the first line with the name states. */
function relation({ key, text = '', startLine = 0 }: GraphNode, to: string, name: string): Relation {
  const line = startLine + text.split('\n').findIndex((one) => one.includes(name));
  const place = { path: PATH, line };
  return {
    key,
    name: 'outer',
    node: null,
    edge: { from: key, to, kind: 'CALLS' },
    target: to,
    place,
    depth: 1,
  };
}

function further(lines: readonly string[], to: string, name: string, language?: string): readonly number[] {
  const node = source(lines, language);
  const [found] = withFurtherLines([relation(node, to, name)], new Map([[node.key, node]]));
  return found?.place?.further ?? [];
}

describe('further lines of a relation', () => {
  it.each<
    readonly [why: string, lines: readonly string[], to: string, name: string, expected: readonly number[]]
  >([
    // undici, lib/web/cookies/parse.js: a recursion of three lines, and a spread.
    [
      'calls',
      ['name, ...parse(rest)', 'return parse(rest, list)', 'x', 'return parse(list)'],
      'js:parse|FUNCTION',
      'parse',
      [11, 13],
    ],
    // gorilla/mux, route.go: a variable is used in comparisons.
    [
      'uses without brackets',
      ['matchErr = ErrMismatch', 'if match.MatchErr == ErrMismatch {', 'ErrMismatchOther'],
      'go:mux.ErrMismatch|FIELD',
      'ErrMismatch',
      [11],
    ],
    [
      'the same receiver only',
      [
        'util.error(client)',
        'other.error(client)',
        'error(client)',
        'x.util.error()',
        'return util.error(err)',
      ],
      'js:util.error|FUNCTION',
      'util.error',
      [14],
    ],
    [
      'links of a chain',
      ['start()', '  .limit(1)', 'next().limit(2)', 'other.limit(3)', 'limit(4)', '  ?.limit(5)'],
      'js:chain.limit|METHOD',
      'limit',
      [12, 15],
    ],
    [
      'constructions',
      ['new Timeout()', 'new Timeout(1)'],
      'js:net.Timeout.constructor|METHOD',
      'Timeout',
      [11],
    ],
    [
      'no comments and no texts',
      ['walk(a)', '// walk(b)', "log('walk(c)')", 'x() // walk(d)', 'fetch("http://a", walk(e))'],
      'js:walk|FUNCTION',
      'walk',
      [14],
    ],
    [
      'a call, and no mention of the name',
      ['walk(a)', 'const f = walk', 'walk.length'],
      'js:walk|FUNCTION',
      'walk',
      [],
    ],
    ['no definition', ['walk(a)', 'function walk(b) {}', 'walk(c)'], 'js:walk|FUNCTION', 'walk', [12]],
    ['a name that the line does not have', ['run(a)', 'walk(a)', 'walk(b)'], 'js:walk|FUNCTION', 'run', []],
  ])('%s', (_why, lines, to, name, expected) => {
    expect(further(lines, to, name)).toEqual(expected);
  });

  it('are not in the documentation of a function in Python', () => {
    const lines = ['send(a)', '"""', 'send(b)', '"""', 'send(c)  # send(d)', 'x  # send(e)'];
    expect(further(lines, 'python:api.send|FUNCTION', 'send', 'python')).toEqual([14]);
  });

  it.each([
    // Hangfire, BackgroundJobServer.cs, and ripgrep, config.rs: a text of several lines that begins with the name.
    ['csharp', 'o.Interval', 'Log($"every {o.Interval}"', 'cs:O.Interval|FIELD', [11]],
    ['typescript', 'walk(a)', 'log(`${walk(b)}`)', 'ts:walk|FUNCTION', [11]],
    ['python', 'walk(a)', 'log(f"{walk(b)}, walk(c)")', 'python:walk|FUNCTION', [11]],
    ['python', 'walk(a)', 'log("{walk(b)}")', 'python:walk|FUNCTION', []],
  ])('are in the code within a text: %s, %s', (language, first, second, to, expected) => {
    expect(further([first, second], to, first, language)).toEqual(expected);
  });

  it('of a key that stands as a text are those with the text as a whole', () => {
    const node = source(
      ['var("RG_PATH");', 'debug!(', '"RG_PATH is not set, \\', 'in RG_PATH");', 'set("RG_PATH");'],
      'rust',
    );
    const stated = relation(node, 'config:RG_PATH|CONFIG_KEY', 'RG_PATH');
    const edge = { ...stated.edge, kind: 'READS_FROM' } as const;
    const [found] = withFurtherLines([{ ...stated, edge }], new Map([[node.key, node]]));
    expect(found?.place?.further).toEqual([14]);
  });

  it('belong to the innermost function', () => {
    const outer = source(['walk(a)', 'function inner() {', '  walk(b)', '  walk(c)', '}', 'walk(d)']);
    const inner = {
      ...source(['function inner() {', '  walk(b)', '  walk(c)', '}'], 'javascript', 'js:inner|FUNCTION'),
      startLine: 11,
    };
    const found = withFurtherLines(
      [relation(outer, 'js:walk|FUNCTION', 'walk'), relation(inner, 'js:walk|FUNCTION', 'walk')],
      new Map([outer, inner].map((node) => [node.key, node])),
    );
    expect(found.map(({ place }) => [place?.line, ...(place?.further ?? [])])).toEqual([
      [10, 15],
      [12, 13],
    ]);
  });
});

// Quarry itself, counting-model.ts: the class takes what it implements as a parameter.
it('an implementation is stated once: another line with the name is none', () => {
  const node = source([
    'class Counting implements ChatModel {',
    'constructor(private readonly model: ChatModel) {',
  ]);
  const stated = relation(node, 'js:ChatModel|TYPE', 'ChatModel');
  const edge = { ...stated.edge, kind: 'IMPLEMENTS' } as const;
  const [found] = withFurtherLines([{ ...stated, edge }], new Map([[node.key, node]]));
  expect(found?.place).toEqual({ path: PATH, line: 10 });
});
