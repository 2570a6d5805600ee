import fc from 'fast-check';
import { orderCode } from './order-code';

const passage = (path: string, text: string, language = 'python') => ({ path, text, language });
const PLAIN = passage(
  'a.py',
  'def expiry(token):\n    # the token and its age, as expired tokens have it\n    return 0',
);
const DECIDES = passage(
  'b.py',
  'def check(value):\n    age = now() - value.at\n    if age > limit and token.expired:\n        raise Refused("expired token")\n    return value',
);
const GETTER = passage('c.py', 'def token_expired(self):\n    return self._token');
const TEST = passage('tests/test_b.py', DECIDES.text);
const PAGE = passage('docs/tokens.md', 'What happens when a token is expired.', 'markdown');

const hits = (...chunks: readonly ReturnType<typeof passage>[]) =>
  chunks.map((chunk, at) => ({ chunk, score: 1 - at / 10 }));
const paths = (query: string, found: ReturnType<typeof hits>) =>
  orderCode(query, found).map(({ chunk }) => chunk.path);

describe('orderCode', () => {
  it('puts the passage whose condition speaks of the question first', () => {
    expect(paths('What happens when a token is expired?', hits(PLAIN, GETTER, DECIDES))[0]).toBe('b.py');
  });

  it('puts code before its tests', () => {
    expect(paths('What happens when a token is expired?', hits(TEST, DECIDES))).toEqual(['b.py', TEST.path]);
  });

  it('leaves scores in their places', () => {
    const found = hits(PLAIN, GETTER, DECIDES);
    const scores = orderCode('What happens when a token is expired?', found).map(({ score }) => score);
    expect(scores).toEqual(found.map(({ score }) => score));
  });

  it.each([
    ['a definition', 'Where is the class Token defined?'],
    ['a value', 'What is the default of max_age?'],
    ['how to use something', 'How do I refuse an expired token?'],
    ['no question', 'token expired'],
  ])('leaves the list as it is for %s', (_, query) => {
    expect(paths(query, hits(TEST, PLAIN, DECIDES))).toEqual([TEST.path, 'a.py', 'b.py']);
  });

  it('leaves a list of pages as it is', () => {
    const found = hits(PAGE, passage('docs/b.md', 'if expired', 'markdown'), DECIDES);
    expect(paths('What happens when a token is expired?', found)).toEqual(
      found.map(({ chunk }) => chunk.path),
    );
  });

  it('has the same hits, and those below the twentieth in their places', () => {
    const text = fc.array(fc.constantFrom('if token:', 'raise Expired', 'return age', '# token', 'x = 1'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
        const found = hits(...texts.map((lines, at) => passage(`${at}.py`, lines.join('\n'))));
        const ordered = orderCode('When does an expired token raise?', found);
        expect(ordered.map(({ chunk }) => chunk.path).sort()).toEqual(
          found.map(({ chunk }) => chunk.path).sort(),
        );
        expect(ordered.slice(20)).toEqual(found.slice(20));
      }),
    );
  });
});
