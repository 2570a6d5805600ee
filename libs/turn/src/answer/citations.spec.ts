import fc from 'fast-check';
import type { Answer } from './answer';
import { checkCitations, citationMarks, citationPlaces, removeUnknownCitations } from './citations';
import type { Evidence } from '../evidence/evidence';

describe('citationMarks', () => {
  it.each([
    ['It retries [1] and gives up [2].', [1, 2]],
    ['Both [1, 3] and [2][4].', [1, 3, 2, 4]],
    ['Same twice [2] [2].', [2]],
    ['A link [1](http://x) is none.', []],
    ['An array rows[0] is none.', []],
    ['Code `args[1]` and\n```ts\nreturn x [7];\n```\nbut this is [3].', [3]],
    ['An open fence [1]\n```\n[2]', [1]],
    ['````md\n```\n[1]\n```\n````\nbut [2]', [2]],
    ['Nothing.', []],
  ])('%j cites %j', (text, expected) => {
    expect(citationMarks(text)).toEqual(expected);
  });
});

describe('citationPlaces', () => {
  it('says where each mark stands, and nothing of what only looks like one', () => {
    const text = 'Both [1, 3] and `x[9]` [2][4]; a [5](link).\n```\n[6]\n```\nEnd [1].';
    const places = citationPlaces(text);
    expect(places.map(({ n, start, end }) => [n, text.slice(start, end)])).toEqual([
      [1, '[1, 3]'],
      [3, '[1, 3]'],
      [2, '[2]'],
      [4, '[4]'],
      [1, '[1]'],
    ]);
  });

  it('cites the numbers of citationMarks, whatever the text', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('[1]', '[2, 9]', '`', '```\n', '\n', ' ', '][3]'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const places = citationPlaces(text);
        expect([...new Set(places.map(({ n }) => n))]).toEqual(citationMarks(text));
        expect(places.every(({ start, end }) => /^\[[\d,\s]+\]$/.test(text.slice(start, end)))).toBe(true);
      }),
    );
  });
});

describe('removeUnknownCitations', () => {
  it('takes out what points at nothing and reports it', () => {
    const result = removeUnknownCitations('Known [1], unknown [9], mixed [1, 8], code `x[9]`.', new Set([1]));
    expect(result.text).toBe('Known [1], unknown, mixed [1], code `x[9]`.');
    expect(result.removed).toEqual(['[9]', '[8]']);
  });

  it('leaves only known marks, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('[1]', '[2, 9]', '[77]', '`', '```\n', '\n', ' ', '][3]'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const known = new Set([1, 2, 3]);
        const { text } = removeUnknownCitations(pieces.join(''), known);
        expect(citationMarks(text).filter((n) => !known.has(n))).toEqual([]);
      }),
    );
  });
});

describe('checkCitations', () => {
  const item: Evidence = {
    id: 'a',
    n: 1,
    pass: 2,
    kind: 'chunk',
    text: 'a text',
    path: 'a.md',
    startLine: 3,
    endLine: 4,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'q',
  };
  const more = {
    format: 'html' as const,
    sourceLines: [7, 8] as const,
    pages: [{ page: 3, box: null }],
    section: 'a.md#s',
    commit: 'c0ffee',
    symbol: 'load',
    url: 'https://a.b',
    title: 'A',
  };
  const answer: Answer = {
    english: 'So it is [2], and so [1; 9].',
    text: '',
    citations: [],
    removedCitations: ['[8]'],
    writtenBy: 'm',
  };

  it('cites evidence as it is known, and reports what points at none beside what was reported before', () => {
    const place = { path: 'a.md', startLine: 3, endLine: 4, pass: 2 };
    const checked = checkCitations(answer, [item, { ...item, ...more, n: 2 }]);
    expect(checked).toEqual({
      ...answer,
      english: 'So it is [2], and so [1].',
      text: 'So it is [2], and so [1].',
      citations: [
        { n: 2, ...place, ...more },
        { n: 1, ...place },
      ],
      removedCitations: ['[8]', '[9]'],
      removedMarks: [{ mark: '[1; 9]', replacement: '[1]' }],
    });
    expect(checkCitations(checked, [{ ...item, ...more, n: 2 }]).removedMarks).toEqual([
      { mark: '[1; 9]', replacement: '[1]' },
      { mark: '[1]', replacement: '' },
    ]);
    expect(Object.keys(checked.citations[1] ?? {})).toEqual(['n', 'path', 'startLine', 'endLine', 'pass']);
  });
});
