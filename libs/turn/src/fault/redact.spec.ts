import { redact, WITHHELD } from './redact';

describe('redact', () => {
  it.each([
    ['Incorrect API key provided: canary/key+1.', 'Incorrect API key provided: ***.'],
    ['no access for canary%2Fkey%2B1', 'no access for ***'],
    ['You sent Bearer abc.def', 'You sent Bearer ***'],
    ['bad key sk-proj-abcd1234', 'bad key ***'],
    ['see https://host/v1?api_key=abc for more', 'see https://host/v1 for more'],
    ['see https://user:pass@host/v1', 'see https://host/v1'],
    ['two\nlines\u001b[31m', 'two lines [31m'],
  ])('%j becomes %j', (text, shown) => {
    expect(redact(text, 'canary/key+1')).toBe(shown);
  });

  const KEY = 'canary/key+1-Zm9v';
  const encoded = (bytes: string) => Buffer.from(bytes).toString('base64');

  it.each([
    ['escaped by JSON', 'no canary\\/key\\u002b1-Zm9v'],
    ['escaped twice', encodeURIComponent(encodeURIComponent(`no ${KEY}`))],
    ['escaped in small letters', 'no canary%2fkey%2b1-Zm9v'],
    ['escaped by HTML', 'no canary&#x2F;key&#43;1-Zm9v'],
    ['escaped by HTML, every letter', `no ${[...KEY].map((one) => `&#${one.charCodeAt(0)};`).join('')}`],
    [
      'escaped by HTML, every letter in hexadecimal',
      `no ${[...KEY].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join('')}`,
    ],
    ['in base64', `no ${encoded(KEY)}`],
    ['in base64 behind a user', `no ${encoded(`me:${KEY}`)}`],
    ['in base64 behind a longer user', `no ${encoded(`user:${KEY}`)}`],
    ['in hexadecimal', `no ${Buffer.from(KEY).toString('hex')}`],
    ['in two lines', 'no canary/key\n+1-Zm9v'],
    ['with a space of no width', 'no canary/key\u200b+1-Zm9v'],
    ['spelled out', `no ${[...KEY].join(' ')}`],
    ['in capitals', `no ${KEY.toUpperCase()}`],
    ['in wide letters', 'no ｃａｎａｒｙ／ｋｅｙ＋１－Zm9v'],
    ['in half', 'no canary/key'],
    ['in its other half', 'no key+1-Zm9v'],
  ])('shows nothing of a text with the secret %s', (_how, text) => {
    expect(redact(text, undefined, KEY)).toBe(WITHHELD);
  });

  it('shows what has a few letters of the secret only', () => {
    for (const said of ['the canary is no key', 'key *****Zm9v', '100 % of \\u00zz &#x110000; are wrong'])
      expect(redact(said, KEY)).toBe(said);
  });

  it('is bounded, finds a secret across that bound, and does not garble texts for a secret of a letter', () => {
    expect(redact('x'.repeat(100_000), 'secret')).toHaveLength(300);
    expect(redact(`${'x'.repeat(296)}secret`, 'secret')).not.toContain('sec');
    expect(redact('an axe', 'a')).toBe('an axe');
    expect(redact('see page two', 'e-p-t')).toBe('see page two');
    expect(redact('see page two', 'e-p-a')).toBe('see page two');
    expect(redact('as it is', undefined)).toBe('as it is');
  });
});
