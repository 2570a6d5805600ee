import type { GraphStore } from '@quarry/graph-store';
import type { OperationName } from './operation-names';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      node('src/balance.ts', 'FILE', 'src/balance.ts', 1),
      node('balance.Balancer', 'TYPE', 'src/balance.ts', 1),
      node('balance.Balancer.next', 'METHOD', 'src/balance.ts', 2),
      node('balance.even', 'FUNCTION', 'src/balance.ts', 9),
      node('send.send', 'FUNCTION', 'src/send.ts', 1),
      node('test.sends', 'FUNCTION', 'test/send.test.ts', 1),
      node('src/alone.ts', 'FILE', 'src/alone.ts', 1),
      {
        ...node('alone.own', 'FUNCTION', 'src/alone.ts', 1),
        ...{ text: 'function own() {\n}', endLine: 2 },
      },
      {
        ...node('alone.other', 'FUNCTION', 'src/alone.ts', 4),
        ...{ text: 'function other() {\n  return pass(own);\n}', endLine: 6 },
      },
    ],
    [
      ['src/alone.ts', 'DEFINES', 'alone.own', 1],
      ['src/alone.ts', 'DEFINES', 'alone.other', 4],
      ['src/balance.ts', 'DEFINES', 'balance.Balancer', 1],
      ['balance.Balancer', 'DEFINES', 'balance.Balancer.next', 2],
      ['src/balance.ts', 'DEFINES', 'balance.even', 9],
      ['balance.Balancer.next', 'CALLS', 'balance.even', 3],
      ['send.send', 'CALLS', 'balance.Balancer.next', 2],
      ['test.sends', 'CALLS', 'send.send', 2],
    ],
  );
});
afterAll(() => graph.close());

it.each<[OperationName, readonly string[]]>([
  ['tests', ['1 test reaching src/balance.ts within 4 steps', 'test.sends']],
  ['callers', ['1 caller of src/balance.ts', 'send.send']],
  ['usages', ['1 usage of src/balance.ts', 'send.send']],
  [
    'impact',
    ['2 places that a change of src/balance.ts can affect within 3 steps', 'send.send', 'test.sends'],
  ],
])('%s of a file are those of what it defines, from outside', async (operation, expected) => {
  const result = await runQuery({ graph, ref: REF }, { operation, names: ['balance.ts'] }, { limit: 9 });
  const { summary, relations } = presentResult(operation, result);
  expect([summary, ...relations.map(({ name }) => name)]).toEqual(expected);
});

it.each(['callers', 'usages'] as const)('%s of a file are not in itself', async (operation) => {
  const query = { operation, names: ['src/alone.ts'] };
  const result = await runQuery({ graph, ref: REF }, query, { limit: 9 });
  expect(presentResult(operation, result).total).toBe(0);
});
