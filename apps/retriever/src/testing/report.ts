import { corpusDocument, documentFile } from './documents';

/** A company report of four pages, with a table of contents. */
export const REPORT = documentFile('filings/report.pdf', {
  format: 'pdf',
  pages: [
    ['# Table of Contents', 'Performance by Business Segment 2', 'Notes 4'],
    [
      '# Item 7. Management’s Discussion',
      'What follows is in millions.',
      '## Performance by Business Segment',
      ['', '2022', '2021'],
      ['Consumer', '5,298', '5,856'],
      ['Health Care', '8,421', '9,100'],
      ['Total', '$', '13,719', '14,956'],
      'Consumer sales fell by 9.5%, since households bought less.',
    ],
    [
      '## Capital Allocation',
      'The company describes its capital allocation',
      'as efficiency-focused.',
      'It paid 1,234 in dividends.',
    ],
    [
      '# Notes',
      '## Note 4. Leases',
      'Lease costs were (312) in 2022.',
      '## Note 5. Taxes',
      'Taxes were 612 in 2022.',
      'The rate was 19.4%.',
    ],
  ],
});

/** The report of the same company for the previous year. */
export const EARLIER = documentFile('filings/earlier.pdf', {
  format: 'pdf',
  pages: [
    [
      '# Item 7. Management’s Discussion',
      '## Performance by Business Segment',
      ['Consumer', '5,856', '5,336'],
    ],
    ['## Outlook', 'Growth of 4.5% is expected.'],
  ],
});

/** A document without pages. */
export const GUIDE = documentFile('docs/guide.md', {
  paged: false,
  pages: [
    [
      '# Install',
      'It needs 512 MB of memory.',
      '',
      '# Limits',
      'At most 40 requests a second.',
      '',
      'And 3 retries.',
    ],
  ],
});

export const CORPUS = ['alpha', 'beta', 'gamma'].map((name, i) =>
  corpusDocument('wiki.jsonl', `${i + 1}`, `The ${name}`, [
    ['History', `The ${name} was founded in ${1900 + i}.`],
    ['Use', `It has ${(i + 1) * 111} users every day.`],
  ]),
);
