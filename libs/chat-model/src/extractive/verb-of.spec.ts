import { isVerbOf, lacksVerbOnly } from './verb-of';

describe('isVerbOf', () => {
  it.each([
    ['choose', 'How does the server choose a protocol?', true],
    ['answered', 'How is a ping answered automatically?', true],
    ['Answered', 'So how is it? How are pings answered?', false],
    ['websockets', 'How does it proxy websockets?', false],
    ['cached', 'How does a cached page expire?', false],
    ['embed', 'How is an embed resolved?', false],
    ['choose', 'Does the server choose a protocol?', false],
    ['choose', 'How does the server pick a protocol?', false],
  ])('%s in %j: %s', (word, question, expected) => {
    expect(isVerbOf(word, question)).toBe(expected);
  });
});

describe('lacksVerbOnly', () => {
  const question = 'How does the server choose a protocol?';
  const coverage = { chunks: 200, terms: 3, together: 2 / 3, absent: ['choose'] };

  it('is true if the nearest passages contain the rest together', () => {
    expect(lacksVerbOnly(question, coverage)).toBe(true);
  });

  it.each([
    ['the rest is apart', { together: 1 / 3 }],
    ['another word is absent', { absent: ['choose', 'protocol'] }],
    ['the verb is half of the question', { terms: 2, together: 1 / 2 }],
    ['nothing is absent', { absent: [] }],
  ])('is false if %s', (_what, other) => {
    expect(lacksVerbOnly(question, { ...coverage, ...other })).toBe(false);
  });
});
