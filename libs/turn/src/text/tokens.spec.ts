import fc from 'fast-check';
import { countTokens, truncateToTokens } from './tokens';

describe('countTokens', () => {
  it('counts as the encoding does', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
  });

  it('takes an unbroken run of 50,000 letters in its stride', () => {
    expect(countTokens('a'.repeat(50_000))).toBeGreaterThan(1_000);
  });

  it('takes special tokens in a text for text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });
});

describe('truncateToTokens', () => {
  it('leaves a text that fits as it is', () => {
    expect(truncateToTokens('hello world', 2)).toBe('hello world');
    expect(truncateToTokens('hello', 0)).toBe('');
  });

  it('never exceeds the limit, and is a start of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 1, max: 40 }),
        (text, limit) => {
          const cut = truncateToTokens(text, limit);
          expect(countTokens(cut)).toBeLessThanOrEqual(limit);
          expect(text.startsWith(cut)).toBe(true);
        },
      ),
    );
  });
});
