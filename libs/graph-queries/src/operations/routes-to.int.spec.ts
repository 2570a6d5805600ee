import type { GraphStore } from '@quarry/graph-store';
import type { OperationName } from '../operation-names';
import { presentResult } from '../present';
import { questionOf } from '../question';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

let graph: GraphStore;
beforeAll(async () => {
  graph = await graphOf(
    [
      node('GET /orders', 'ROUTE', 'api.ts', 1),
      node('POST /orders', 'ROUTE', 'api.ts', 4),
      node('GET /health', 'ROUTE', 'api.ts', 7),
      node('service.find', 'FUNCTION', 'service.ts', 1),
      node('service.save', 'FUNCTION', 'service.ts', 4),
      node('store.read', 'FUNCTION', 'store.ts', 1),
      node('store.free', 'FUNCTION', 'store.ts', 4),
      node('job.run', 'FUNCTION', 'job.ts', 1),
    ].map((one) =>
      one.kind === 'ROUTE'
        ? { ...one, key: `route:${one.qualifiedName}~7|ROUTE`, name: one.qualifiedName }
        : one,
    ),
    [
      ['GET /orders', 'CALLS', 'service.find', 2],
      ['POST /orders', 'CALLS', 'service.save', 5],
      ['POST /orders', 'CALLS', 'service.find', 5],
      ['service.find', 'CALLS', 'store.read', 2],
      ['job.run', 'CALLS', 'store.read', 2],
      ['job.run', 'CALLS', 'store.free', 2],
    ],
  );
});
afterAll(() => graph.close());

async function ask(operation: OperationName, ...names: readonly string[]) {
  const result = await runQuery({ graph, ref: REF }, { operation, names }, { limit: 9 });
  const { summary, relations } = presentResult(operation, result);
  return [
    summary,
    ...relations.map(({ name, depth, through }) => `${name} ${depth} ${through ?? ''}`.trim()),
  ];
}

describe('routes that lead to a name', () => {
  it('are found through what they call', async () => {
    expect(await ask('routes-to', 'store.read')).toEqual([
      '2 routes leading to read',
      'GET /orders 2 service.find',
      'POST /orders 2 service.find',
    ]);
  });

  it('are none where only other code leads to it', async () => {
    expect(await ask('routes-to', 'store.free')).toEqual(['no routes leading to free']);
  });

  it.each([
    'Which routes lead to store.read?',
    'Which route leads to store.read?',
    'Which endpoints reach store.read?',
    'which HTTP endpoints end up in store.read',
    'Which routes call store.read?',
    'What API routes can reach `store.read`?',
    'Which endpoints are affected by a change of store.read?',
  ])('are what this asks for: %s', (question) => {
    expect(questionOf(question)).toEqual({ operation: 'routes-to', names: ['store.read'] });
  });
});

describe('a way that does not exist', () => {
  it('says what is known at both of its ends', async () => {
    expect(await ask('path', 'GET /orders', 'store.free')).toEqual([
      'no way found from GET /orders to free; GET /orders reaches 2 functions (find, read); free is called by 1 function (run)',
    ]);
    expect(await ask('path', 'GET /health', 'job.run')).toEqual([
      'no way found from GET /health to run; GET /health reaches no function that is known; nothing that is known calls run',
    ]);
  });
});
