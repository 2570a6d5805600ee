import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

describe('a relation', () => {
  it('says how sure it is, if it was inferred, and whether an index of a compiler states it', async () => {
    const graph = await graphOf(
      [
        node('app.build', 'FUNCTION', 'src/app.ts'),
        node('app.main', 'FUNCTION', 'src/app.ts', 10),
        node('app.wait', 'FUNCTION', 'src/app.ts', 20),
      ],
      [
        ['app.main', 'CALLS', 'app.build', 11, { provenance: 'scip' }],
        ['app.wait', 'CALLS', 'app.build', 21, { confidence: 0.6 }],
      ],
    );
    const query = { operation: 'callers', names: ['app.build'] } as const;
    const result = await runQuery({ graph, ref: REF }, query, { limit: 5 });
    await graph.close();
    const { relations } = presentResult('callers', result);
    expect(
      relations.map(({ name, probable, confidence, provenance }) => [name, probable, confidence, provenance]),
    ).toEqual([
      ['app.main', false, null, 'scip'],
      ['app.wait', true, 0.6, null],
    ]);
  });
});
