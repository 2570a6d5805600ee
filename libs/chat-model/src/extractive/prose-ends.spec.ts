import { continues, shownLine, wholeSentences } from './prose-ends';

const page = [
  'Sessions are kept for an hour. The',
  'middleware saves one only if it was',
  'modified by the view.',
  '',
  '- a list item without an end',
  '- another',
].map((text) => ({ text }));

describe('whole sentences of prose', () => {
  it('extends a span to the lines in which its sentences begin and end', () => {
    expect(wholeSentences(page, { first: 1, last: 1 })).toEqual({ first: 0, last: 2 });
  });

  it('stops at blank lines and items of a list', () => {
    expect(wholeSentences(page, { first: 2, last: 2 })).toEqual({ first: 0, last: 2 });
    expect(wholeSentences(page, { first: 4, last: 4 })).toEqual({ first: 4, last: 4 });
  });

  it('extends by four lines at most', () => {
    const endless = Array.from({ length: 20 }, () => ({ text: 'and so on' }));
    expect(wholeSentences(endless, { first: 9, last: 10 })).toEqual({ first: 5, last: 14 });
  });

  it.each([
    ['modified by the view.', 'Next', false],
    ['(see below).', 'Next', false],
    ['it was', undefined, false],
    ['# Heading', 'Text', false],
    ['it was', '| a | b |', false],
    ['it was', 'modified', true],
  ])('%j before %j continues: %s', (line, next, expected) => {
    expect(continues(line, next)).toBe(expected);
  });
});

describe('a line as it is quoted', () => {
  it('is whole up to 600 characters of prose', () => {
    const line = 'word '.repeat(119);
    expect(shownLine(line, true)).toBe(line);
  });

  it('ends with its last whole sentence, and an ellipsis', () => {
    const line = `${'One more sentence. '.repeat(31)}${'word '.repeat(40)}`;
    expect(shownLine(line, true)).toBe(`${'One more sentence. '.repeat(31).trim()} …`);
  });

  it('ends with a whole word where the sentence is longer', () => {
    const shown = shownLine('word '.repeat(200), true);
    expect(shown).toMatch(/^(?:word )+…$/);
    expect(shown.length).toBeLessThanOrEqual(602);
  });

  it('begins with the sentence from which it contains most of the question', () => {
    const line = `${'Something else follows. '.repeat(40)}The default is 30 seconds. ${'More follows. '.repeat(20)}`;
    const shown = shownLine(line, true, (text) => (text.includes('30 seconds') ? 1 : 0));
    expect(shown).toMatch(/^… Something else follows\. .*The default is 30 seconds\./);
    expect(shownLine(line, true, () => 0.5)).toMatch(/^Something/);
  });

  it('marks a cut in code', () => {
    expect(shownLine('x'.repeat(241), false)).toBe(`${'x'.repeat(240)}…`);
    expect(shownLine('x'.repeat(240), false)).toBe('x'.repeat(240));
  });
});
