import { redact } from './redact';

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

  it('is bounded, finds a secret across that bound, and does not garble texts for a secret of a letter', () => {
    expect(redact('x'.repeat(100_000), 'secret')).toHaveLength(300);
    expect(redact(`${'x'.repeat(296)}secret`, 'secret')).not.toContain('sec');
    expect(redact('an axe', 'a')).toBe('an axe');
    expect(redact('as it is', undefined)).toBe('as it is');
  });
});
