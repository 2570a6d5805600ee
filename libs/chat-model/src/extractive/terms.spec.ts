import { termsOf, wordsOf } from './terms';

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

describe('termsOf', () => {
  it.each([
    ["How many threads does it use if I don't give a number?", ['threads', 'default']],
    ['Which size does it have unless I set one?', ['size', 'default']],
    ['What happens if I set a limit?', ['set', 'limit']],
    ["What happens if I don't pass a token?", ['pass', 'token']],
    ["Why doesn't it stop?", ['stop']],
  ])('%s: %j', (question, words) => {
    expect(termsOf(question).map(({ text }) => text)).toEqual(words);
  });
});

describe('stems', () => {
  it.each([
    ['ignore', 'ignores', 'ignored', 'ignoring'],
    ['restore', 'restores', 'restored', 'restoring'],
    ['interfere', 'interferes', 'interfered', 'interfering'],
    ['store', 'stores', 'stored', 'storing'],
    ['retry', 'retries', 'retried', 'retrying'],
    ['close', 'closes', 'closed', 'closing'],
    ['precede', 'precedes', 'preceded', 'preceding'],
  ])('are the same for %s, %s, %s and %s', (...forms) => {
    expect(new Set(forms.flatMap((form) => wordsOf(form))).size).toBe(1);
  });

  it.each([
    ['base64', 'base64_decode'],
    ['sha256', 'hmacSha256'],
    ['utf8', 'isValidUtf8'],
    ['ipv6', 'parseIPv6'],
    ['UTF-8', 'utf8'],
  ])('a question about %s meets %s', (asked, name) => {
    const [term] = termsOf(`What does ${asked} do?`);
    const words = wordsOf(name);
    expect(term?.parts.some((part) => words.includes(part))).toBe(true);
  });
});
