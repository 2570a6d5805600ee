import type { Evidence } from '../evidence/evidence';
import { sectionCited } from './section-cited';

const TEXT = [
  '## Retries',
  '',
  'The client retries three times, with a backoff of two seconds.',
  '',
  '## Timeouts',
  '',
  'A request times out after 45 seconds.',
  '',
  '### Upload',
  '',
  'An upload times out after ten minutes.',
];

const ITEM: Evidence = {
  ...{ n: 1, pass: 1, id: 'guide.md#L3-L13', kind: 'chunk', text: TEXT.join('\n'), path: 'guide.md' },
  ...{ startLine: 3, endLine: 13, relevance: 1, foundBy: 'bm25', query: 'timeout' },
  ...{ section: 'guide.md#retries', title: 'Guide › Retries' },
  sections: [
    { line: 7, id: 'guide.md#timeouts', title: 'Guide › Timeouts' },
    { line: 11, id: 'guide.md#timeouts/upload', title: 'Guide › Timeouts › Upload' },
  ],
};

const RETRIES = { section: 'guide.md#retries', title: 'Guide › Retries' };
const TIMEOUTS = { section: 'guide.md#timeouts', title: 'Guide › Timeouts' };
const UPLOAD = { section: 'guide.md#timeouts/upload', title: 'Guide › Timeouts › Upload' };
const GUIDE = { section: 'guide.md', title: 'Guide' };

const quoted = (...lines: readonly string[]) =>
  `Intro.\n\n\`guide.md\`, lines 3–13 [1]\n\n${lines.map((line) => `> ${line}  `).join('\n')}\n\n\`other.md\`, line 1 [2]\n\n> The client retries three times, with a backoff of two seconds.`;

describe('sectionCited', () => {
  it.each([
    ['a quotation in the first section', quoted(TEXT[2] ?? ''), RETRIES],
    ['a quotation further down', quoted(TEXT[6] ?? ''), TIMEOUTS],
    ['a quotation of a section within another', quoted(TEXT[10] ?? ''), UPLOAD],
    ['a quotation of a section and one within it', quoted(TEXT[6] ?? '', TEXT[10] ?? ''), TIMEOUTS],
    ['a quotation of two sections', quoted(TEXT[2] ?? '', TEXT[6] ?? ''), GUIDE],
    ['a quotation in prose', 'It says “A request times out after 45 seconds” [1].', TIMEOUTS],
    [
      'a sentence in other words',
      'Requests wait for 45 seconds at most [1].\n\nAn upload is another matter [2].',
      TIMEOUTS,
    ],
    ['a sentence that shares no word', 'Nein [1].', RETRIES],
    ['an answer that does not cite it', 'An upload times out after ten minutes.', RETRIES],
  ])('labels %s', (_, answer, expected) => expect(sectionCited(ITEM, answer)).toEqual(expected));

  it('knows a line of a page as its reader sees it', () => {
    const text = TEXT.join('\n').replace('after 45 seconds.', 'after <seconds>, see [limits](limits.md).');
    const answer = quoted('A request times out after `<seconds>`, see limits.');
    expect(sectionCited({ ...ITEM, text }, answer)).toEqual(TIMEOUTS);
  });

  it('keeps the section of evidence that has only one, and none of code', () => {
    const { sections: _, ...one } = ITEM;
    expect(sectionCited(one, quoted(TEXT[6] ?? ''))).toEqual(RETRIES);
    const { section: __, title: ___, ...code } = one;
    expect(sectionCited(code, 'Text [1].')).toEqual({});
  });
});
