import type { GraphNode } from '@quarry/graph-store';
import { presentResult } from '../present';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

const go = (name: string, path: string, line: number): GraphNode => ({
  ...node(name, 'FUNCTION', path, line),
  language: 'go',
});

async function testsOf(edges: readonly (readonly [string, 'CALLS', string, number])[]) {
  const graph = await graphOf(
    [
      go('kafka.send', 'send.go', 1),
      go('kafka.newClient', 'send_test.go', 1),
      go('kafka.TestSend', 'send_test.go', 9),
      go('kafka.TestSendTwice', 'send_test.go', 19),
    ],
    edges,
  );
  const result = await runQuery({ graph, ref: REF }, { operation: 'tests', names: ['send'] }, { limit: 9 });
  await graph.close();
  const { summary, relations } = presentResult('tests', result);
  return [summary, ...relations.map(({ name }) => name)];
}

it('lists tests, and not what they share', async () => {
  expect(
    await testsOf([
      ['kafka.newClient', 'CALLS', 'kafka.send', 2],
      ['kafka.TestSend', 'CALLS', 'kafka.newClient', 10],
      ['kafka.TestSendTwice', 'CALLS', 'kafka.send', 20],
    ]),
  ).toEqual(['2 tests reaching send within 4 steps', 'kafka.TestSendTwice', 'kafka.TestSend']);
});

it('lists what is there where nothing is known to be a test', async () => {
  expect(await testsOf([['kafka.newClient', 'CALLS', 'kafka.send', 2]])).toEqual([
    '1 test reaching send within 4 steps',
    'kafka.newClient',
  ]);
});
