import { nameOneRelation } from './synonyms';
import { wordsOf } from './terms';

describe('nameOneRelation', () => {
  it.each([
    ['director', true],
    ['people live', true],
    ['copies sold', true],
    ['retire', true],
    ['composer born', false],
    ['river flows', false],
    ['people live born', false],
    ['', false],
  ])('%s: %s', (words, one) => {
    expect(nameOneRelation(wordsOf(words))).toBe(one);
  });
});
