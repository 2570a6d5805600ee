import type { GraphNode, GraphStore } from '@quarry/graph-store';
import type { OperationName } from '../operation-names';
import { presentResult } from '../present';
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

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      code('exit.exiter', 'FIELD', 'src/exit.ts', 1, 'export let exiter = process.exit;'),
      code('exit.writer', 'FIELD', 'src/exit.ts', 2, 'export let writer = out;'),
      code(
        'exit.leave',
        'FUNCTION',
        'src/exit.ts',
        5,
        'export function leave() {\n  log(writer);\n  // exiter(1) ends it\n  if (!exiter) return;\n  exiter(2);\n}',
      ),
      code('exit.log', 'FUNCTION', 'src/exit.ts', 20, 'function log(to) {\n}'),
      code('exit.reset', 'FUNCTION', 'src/exit.ts', 30, 'export function reset() {\n  exiter = null;\n}'),
      // Two programs; the way begins in one of them.
      code('main.main', 'FUNCTION', 'src/main.ts', 1, 'function main() {\n  leave();\n}'),
      code('build.main', 'FUNCTION', 'build.ts', 1, 'function main() {\n}'),
      // A program and a test in the folder of tests.
      code('playground.main', 'FUNCTION', 'test/playground.ts', 3, 'async function main() {\n  leave();\n}'),
      code('test/playground.ts', 'FILE', 'test/playground.ts', 1, ''),
      code('test/exit.test.ts', 'FILE', 'test/exit.test.ts', 1, ''),
    ],
    [
      ['exit.leave', 'CALLS', 'exit.log', 6],
      ['exit.leave', 'USES', 'exit.writer', 6],
      ['exit.leave', 'USES', 'exit.exiter', 8],
      ['exit.reset', 'USES', 'exit.exiter', 31],
      ['main.main', 'CALLS', 'exit.leave', 2],
      ['playground.main', 'CALLS', 'exit.leave', 4],
      ['test/playground.ts', 'CALLS', 'playground.main', 9],
      ['test/exit.test.ts', 'CALLS', 'exit.leave', 12],
    ],
  );
});
afterAll(() => graph.close());

async function ask(operation: OperationName, ...names: string[]) {
  const result = await runQuery({ graph, ref: REF }, { operation, names }, { limit: 100 });
  const { summary, relations } = presentResult(operation, result);
  return [summary, ...relations.map(({ name, line }) => `${name} ${line ?? ''}`)];
}

it.each<[string, OperationName, readonly string[], readonly string[]]>([
  [
    'what a function calls includes what a variable contains, by the line of the call',
    'callees',
    ['leave'],
    ['2 functions called by leave', 'exit.log 6', 'exit.exiter 9'],
  ],
  [
    'a variable has the callers that call it',
    'callers',
    ['exiter'],
    ['1 caller of exit.exiter', 'exit.leave 9'],
  ],
  ['a variable that is only read has none', 'callers', ['writer'], ['no callers of exit.writer']],
  [
    'a way names the definition that it begins at, of several',
    'path',
    ['main', 'exit.log'],
    [
      '2 steps from main to log; main is the one in src/main.ts, of 3 definitions',
      'exit.leave 2',
      'exit.log 6',
    ],
  ],
  [
    'a program in a folder of tests is no test',
    'tests',
    ['leave'],
    ['1 test reaching leave within 4 steps', 'test/exit.test.ts 12'],
  ],
])('%s', async (_rule, operation, names, expected) => {
  expect(await ask(operation, ...names)).toEqual(expected);
});

it('tests that start the program as a process are named as what the graph does not have', async () => {
  const found = await runQuery({ graph, ref: REF }, { operation: 'tests', names: ['leave'] }, { limit: 5 });
  expect(presentResult('tests', found).limits).toContain('starting the program as a process');
});
