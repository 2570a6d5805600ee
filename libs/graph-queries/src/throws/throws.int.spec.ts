import { lineKey, type GraphNode, type GraphStore } from '@quarry/graph-store';
import { presentResult } from '../present';
import { questionOf } from '../question';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

function code(
  name: string,
  kind: GraphNode['kind'],
  path: string,
  startLine: number,
  text: string,
): GraphNode {
  const endLine = startLine + text.split('\n').length - 1;
  return { ...node(name, kind, path, startLine), endLine, text, signature: text.split('\n')[0] ?? '' };
}

/** A file whose code outside of definitions uses something; main.ts only as a type, so that its line is no call. */
function fileOf(path: string): GraphNode {
  return { ...node(path, 'FILE', path), key: `file:${path}|FILE`, text: undefined };
}

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      code('errors.Gone', 'TYPE', 'src/errors.ts', 1, 'export class Gone extends Error {}'),
      code('errors.Moved', 'TYPE', 'src/errors.ts', 3, 'export class Moved extends Gone {}'),
      code('store.find', 'FUNCTION', 'src/store.ts', 1, "find() {\n  // throw new Gone('x')\n  read();\n}"),
      code(
        'store.read',
        'FUNCTION',
        'src/store.ts',
        9,
        "read() {\n  throw new Gone('a');\n  throw new Gone('b');\n}",
      ),
      code('store.move', 'FUNCTION', 'src/store.ts', 20, "move() {\n  throw new Moved('a');\n}"),
      code('store.make', 'FUNCTION', 'src/store.ts', 30, "make() {\n  return new Gone('a');\n}"),
      code('store.check', 'FUNCTION', 'src/store.ts', 40, "check() {\n  throw new TypeError('a');\n}"),
      fileOf('src/main.ts'),
      fileOf('src/start.ts'),
      {
        ...node('src/start.ts:7', 'LINE', 'src/start.ts', 7),
        ...{ key: lineKey('src/start.ts', 7), endLine: 7, text: "const gone = new Gone('a');" },
      },
      code('store.calm', 'FUNCTION', 'src/store.ts', 50, 'calm() {\n}'),
    ],
    [
      ['store.find', 'CALLS', 'store.read', 3],
      ['store.read', 'USES', 'errors.Gone', 10],
      ['store.move', 'USES', 'errors.Moved', 21],
      ['store.make', 'USES', 'errors.Gone', 31],
      ['src/main.ts', 'USES', 'errors.Gone', 28],
      ['src/start.ts', 'USES', 'errors.Gone', 7],
      ['errors.Moved', 'INHERITS', 'errors.Gone', 3],
    ],
  );
});
afterAll(() => graph.close());

async function ask(question: string): Promise<readonly string[]> {
  const query = questionOf(question);
  if (!query) throw new Error(`no question about structure: ${question}`);
  const result = await runQuery({ graph, ref: REF }, query, { limit: 10 });
  const { summary, relations } = presentResult(query.operation, result);
  return [
    summary,
    ...relations.map(({ name, line, furtherLines, through, note }) =>
      [name, [line, ...furtherLines].join('+'), through, note].filter(Boolean).join(' '),
    ),
  ];
}

describe('what raises an error, and what a function raises', () => {
  it.each<readonly [string, ...string[]]>([
    [
      'Which errors can find throw?',
      '1 error raised in find, or in what it calls',
      'errors.Gone 10+11 store.read',
    ],
    ['What does check raise?', '1 error raised in check, or in what it calls', 'TypeError 41'],
    ['What does calm throw?', 'nothing that raises calm, and no error that it raises'],
    [
      'Who throws Gone?',
      '5 functions raising or creating Gone',
      'store.read 10+11',
      'store.move 21 errors.Moved',
      'src/main.ts 28 may create it',
      'src/start.ts 7 creates it',
      'store.make 31 creates it',
    ],
    ['Where is TypeError thrown?', '1 function raising TypeError', 'store.check 41'],
  ])('%s', async (question, ...expected) => {
    expect(await ask(question)).toEqual(expected);
  });
});
