import { shortestCycles } from './cycles-of';

const graph = (...edges: readonly string[]) =>
  new Map(
    [...Map.groupBy(edges, (edge) => edge.charAt(0))].map(([from, some]) => [
      from,
      some.map((edge) => edge.charAt(1)),
    ]),
  );

describe('the shortest cycles', () => {
  it.each([
    ['none', ['ab', 'bc', 'ac'], []],
    ['two names', ['ab', 'ba'], [['a', 'b']]],
    ['the shorter way round', ['ab', 'bc', 'cd', 'da', 'ca'], [['a', 'b', 'c']]],
    [
      'one for each group, short ones first',
      ['ab', 'bc', 'ca', 'xy', 'yx'],
      [
        ['x', 'y'],
        ['a', 'b', 'c'],
      ],
    ],
    ['not the way to a cycle', ['ab', 'bc', 'cb'], [['b', 'c']]],
  ])('%s', (_what, edges, expected) => {
    expect(shortestCycles(graph(...edges))).toEqual(expected);
  });
});
