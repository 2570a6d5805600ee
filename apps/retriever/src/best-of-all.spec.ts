import type { RankedHit } from '@quarry/retrieval';
import { bestOfAll } from './best-of-all';

const list = (...ids: string[]): RankedHit[] =>
  ids.map((id) => ({
    chunk: { id, path: id, text: id, startLine: 1, endLine: 1, language: 'text' } as RankedHit['chunk'],
    relevance: 0.5,
  }));
const idsOf = (lists: readonly (readonly RankedHit[])[]) =>
  lists.map((hits) => hits.map(({ chunk }) => chunk.id));

describe('bestOfAll', () => {
  it('keeps the chunks that rank best in all lists together, in every list that has them', () => {
    const lists = [list('a', 'b', 'c'), list('d', 'b'), list('e', 'b')];
    expect(idsOf(bestOfAll(lists, 1))).toEqual([['b'], ['b'], ['b']]);
    expect(idsOf(bestOfAll(lists, 2))).toEqual([['a', 'b'], ['b'], ['b']]);
  });

  it('changes nothing if there are not more, and keeps nothing of nothing', () => {
    expect(idsOf(bestOfAll([list('a', 'b'), list('c')], 3))).toEqual([['a', 'b'], ['c']]);
    expect(bestOfAll([], 3)).toEqual([]);
  });
});
