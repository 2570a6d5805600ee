import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

/** The tests that reach `Response.execute`, each with its distance and how sure it is. */
async function testsReaching(name: string): Promise<readonly unknown[]> {
  const graph = await graphOf(
    [
      node('Connection', 'TYPE', 'src/connection.ts'),
      node('Connection.execute', 'METHOD', 'src/connection.ts', 3),
      node('Http', 'TYPE', 'src/http.ts'),
      node('Http.execute', 'METHOD', 'src/http.ts', 3),
      node('Response', 'TYPE', 'src/response.ts'),
      node('Response.load', 'METHOD', 'src/response.ts', 3),
      node('checksPages', 'FUNCTION', 'src/page.test.ts', 5),
      node('checksAll', 'FUNCTION', 'src/page.test.ts', 15),
    ],
    [
      ['Connection', 'DEFINES', 'Connection.execute', 3],
      ['Http', 'DEFINES', 'Http.execute', 3],
      ['Http', 'IMPLEMENTS', 'Connection', 1],
      ['Response', 'DEFINES', 'Response.load', 3],
      ['Http.execute', 'CALLS', 'Response.load', 4],
      ['checksPages', 'CALLS', 'Connection.execute', 6],
      ['checksAll', 'CALLS', 'checksPages', 16],
    ],
  );
  const result = await runQuery({ graph, ref: REF }, { operation: 'tests', names: [name] }, { limit: 5 });
  await graph.close();
  return presentResult('tests', result).relations.map((one) => [one.name, one.depth, one.probable]);
}

describe('tests', () => {
  it('reach a function through what declares one of its callers in a type above, probably', async () => {
    expect(await testsReaching('Response.load')).toEqual([
      ['checksPages', 2, true],
      ['checksAll', 3, true],
    ]);
  });

  it('reach a method through its own declaration', async () => {
    expect(await testsReaching('Http.execute')).toEqual([
      ['checksPages', 1, true],
      ['checksAll', 2, true],
    ]);
  });
});
