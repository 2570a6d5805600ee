import type { GraphStore } from '@quarry/graph-store';
import { presentResult } from '../present';
import { questionOf } from '../question';
import { runQuery } from '../run-query';
import { graphOf, node, REF } from '../testing/code';

const step = (at: number): string => `chain.step${at}`;
/** A chain of calls, of which each function calls the one before, and two that call the fifth. */
const LAST = 8;

let graph: GraphStore;
beforeAll(async () => {
  const names = [...Array.from({ length: LAST + 1 }, (_, at) => step(at)), 'chain.other'];
  graph = await graphOf(
    names.map((name, at) => node(name, 'FUNCTION', 'chain.ts', at + 1)),
    [
      ...Array.from({ length: LAST }, (_, at) => [step(at + 1), 'CALLS', step(at), at + 2] as const),
      ['chain.other', 'CALLS', step(4), 20] as const,
    ],
  );
});
afterAll(() => graph.close());

async function impact(depth?: number): Promise<readonly string[]> {
  const query = { operation: 'impact', names: [step(0)], depth } as const;
  const { summary, relations } = presentResult(
    'impact',
    await runQuery({ graph, ref: REF }, query, { limit: 50 }),
  );
  return [summary, ...relations.map(({ name }) => name)];
}

describe('what a change can affect', () => {
  it('is listed for three steps, and what is beyond is counted', async () => {
    expect(await impact()).toEqual([
      '3 places that a change of step0 can affect within 3 steps; 6 more in 4 to 8 steps, which a depth of 8 lists',
      ...[1, 2, 3].map(step),
    ]);
  });

  it('is listed for as many steps as are asked for', async () => {
    expect((await impact(1))[0]).toBe(
      '1 place that a change of step0 can affect within 1 step; 8 more in 2 to 8 steps, which a depth of 8 lists',
    );
    const [summary, ...names] = await impact(8);
    expect(summary).toBe('9 places that a change of step0 can affect within 8 steps');
    expect(names).toHaveLength(9);
  });

  it.each([
    ['What breaks if I change app.run within 5 steps?', 5],
    ['what depends on app.run, up to 12 levels deep', 12],
    ['What breaks if I change app.run?', undefined],
  ])('has the depth that a question states: %s', (question, depth) => {
    const asked = questionOf(question);
    expect(asked).toMatchObject({ operation: 'impact', names: ['app.run'] });
    expect(asked?.depth).toBe(depth);
  });

  it('is not asked for by a number of steps in another question', () => {
    expect(questionOf('Who calls app.run within 5 steps?')).toBeNull();
  });
});
