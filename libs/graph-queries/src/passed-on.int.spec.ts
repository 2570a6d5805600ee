import { presentResult, type PresentedResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF, type TestEdge } from './testing/code';

async function callersOf(name: string, more: readonly TestEdge[] = []): Promise<PresentedResult> {
  const graph = await graphOf(
    [
      node('recoverer', 'FUNCTION', 'src/recoverer.ts'),
      node('main', 'FUNCTION', 'src/main.ts', 10),
      node('other', 'FUNCTION', 'src/other.ts', 20),
    ],
    [
      ['main', 'USES', 'recoverer', 11],
      ['other', 'USES', 'recoverer', 21],
      ['recoverer', 'USES', 'recoverer', 2],
      ...more,
    ],
  );
  const result = await runQuery({ graph, ref: REF }, { operation: 'callers', names: [name] }, { limit: 5 });
  await graph.close();
  return presentResult('callers', result);
}

describe('callers of a function that is passed on as a value', () => {
  it('are none for certain, and the places that pass it on are listed', async () => {
    const result = await callersOf('recoverer');
    expect(result.summary).toBe('no direct callers of recoverer; it is passed on as a value in 2 places');
    expect(result.total).toBe(0);
    expect(result.possible.map(({ name, line, relation }) => [name, line, relation])).toEqual([
      ['main', 11, 'USES'],
      ['other', 21, 'USES'],
    ]);
  });

  it('are those that call it, if any does', async () => {
    const result = await callersOf('recoverer', [['other', 'CALLS', 'recoverer', 20]]);
    expect(result.summary).toBe('1 caller of recoverer');
    expect(result.possible).toEqual([]);
  });
});
