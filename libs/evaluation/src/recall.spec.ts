import { meanRecall, recallOf } from './recall';

const gold = (...documents: string[]) => documents.map((document) => ({ document, grade: 1 }));

describe('recall', () => {
  it('is the share of the gold; all only where nothing is missing', () => {
    expect(recallOf(gold('a', 'b'), ['b', 'c'])).toEqual({ recall: 0.5, all: 0, passages: 2 });
    expect(recallOf(gold('a', 'b'), ['b', 'a', 'c'])).toEqual({ recall: 1, all: 1, passages: 3 });
    expect(meanRecall([recallOf(gold('a'), []), recallOf(gold('a'), ['a'])])).toEqual({
      recall: 0.5,
      all: 0.5,
      passages: 0.5,
    });
  });
});
