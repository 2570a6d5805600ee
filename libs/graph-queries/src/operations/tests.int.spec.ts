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

it('looks further away where no test is near, and says how far', async () => {
  const names = ['kafka.a', 'kafka.b', 'kafka.c', 'kafka.d', 'kafka.e', 'kafka.TestAll'];
  const graph = await graphOf(
    names.map((name, at) => go(name, name.includes('Test') ? 'all_test.go' : 'all.go', 1 + 4 * at)),
    names.slice(1).map((name, at) => [name, 'CALLS', names[at] ?? '', 6 + 4 * at] as const),
  );
  const summaryOf = async (name: string): Promise<string> => {
    const result = await runQuery({ graph, ref: REF }, { operation: 'tests', names: [name] }, { limit: 9 });
    return presentResult('tests', result).summary;
  };
  expect(await summaryOf('a')).toBe('1 test reaching a within 5 steps');
  expect(await summaryOf('d')).toBe('1 test reaching d within 4 steps');
  expect(await summaryOf('TestAll')).toBe('no tests reaching TestAll within 8 steps');
  await graph.close();
});

describe('a test that calls a method of a type above', () => {
  const python = (
    name: string,
    kind: 'TYPE' | 'METHOD' | 'FUNCTION',
    path: string,
    line: number,
    text: string,
  ) => ({
    ...{ ...node(name, kind, path, line), language: 'python' },
    text,
    signature: text.split('\n')[0] ?? '',
  });
  const testsOfSend = async (base: string) => {
    const graph = await graphOf(
      [
        python('shop.Base', 'TYPE', 'shop.py', 1, 'class Base:'),
        python('shop.Base.send', 'METHOD', 'shop.py', 2, base),
        python('shop.Client', 'TYPE', 'shop.py', 9, 'class Client(Base):'),
        python('shop.Client.send', 'METHOD', 'shop.py', 10, 'def send(self):\n  return 2'),
        python('a.test_base', 'FUNCTION', 'tests/test_a.py', 1, 'def test_base():\n  Base().send()'),
        python('b.test_both', 'FUNCTION', 'tests/test_b.py', 1, 'def test_both(one):\n  one.send()'),
        python('b.test_client', 'FUNCTION', 'tests/test_b.py', 5, 'def test_client():\n  Client()'),
      ],
      [
        ['shop.Client', 'INHERITS', 'shop.Base', 9],
        ['shop.Base', 'DEFINES', 'shop.Base.send', 2],
        ['shop.Client', 'DEFINES', 'shop.Client.send', 10],
        ['a.test_base', 'CALLS', 'shop.Base.send', 2],
        ['b.test_both', 'CALLS', 'shop.Base.send', 2],
        ['b.test_client', 'USES', 'shop.Client', 6],
      ],
    );
    const result = await runQuery(
      { graph, ref: REF },
      { operation: 'tests', names: ['Client.send'] },
      { limit: 9 },
    );
    await graph.close();
    return presentResult('tests', result).relations.map(({ name }) => name);
  };

  it('is none of the type below, if its file does not name that type', async () => {
    expect(await testsOfSend('def send(self):\n  return 1')).toEqual(['b.test_both']);
  });

  it('may be one if the type above only declares the method', async () => {
    expect(await testsOfSend('def send(self):\n  raise NotImplementedError')).toEqual([
      'a.test_base',
      'b.test_both',
    ]);
    expect(await testsOfSend('def send(self):\n  pass')).toEqual(['a.test_base', 'b.test_both']);
  });
});
