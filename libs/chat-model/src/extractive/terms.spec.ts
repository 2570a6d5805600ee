import { wordsOf } from './terms';

describe('wordsOf', () => {
  it('gives the stems of words, also within identifiers', () => {
    expect(wordsOf('retries paidInvoices HTTPServer')).toEqual(['retry', 'pay', 'invoic', 'http', 'serv']);
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'is a list of texts for a word that every object has as a property: %s',
    (word) => {
      expect(wordsOf(word).every((stem) => typeof stem === 'string')).toBe(true);
    },
  );
});
