import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import { evidenceHead, formatAll, formatEvidence } from './evidence-text';

const head = (more: Partial<Evidence>): string => evidenceHead(someEvidence(3, { path: 'f', ...more }));

describe('evidence in prompts', () => {
  it.each([
    ['[3] f:1-3', {}],
    ['[3] f:1-3 · a.total', { symbol: 'a.total', section: 'f#a' }],
    ['[3] f:1-3 · f#usage', { section: 'f#usage' }],
    [
      '[3] f, pages 35–36 · f#results/segments',
      {
        format: 'pdf',
        pages: [
          { page: 35, box: [0, 0, 9, 9] },
          { page: 36, box: null },
        ],
        section: 'f#results/segments',
      },
    ],
    ['[3] f:120-140 · f#top', { format: 'html', sourceLines: [120, 140], section: 'f#top' }],
    ['[3] f, paragraphs 1–3', { format: 'docx' }],
    ['[3] calculation', { kind: 'calculation' }],
  ] as const)('is headed by %s', (said, more) => expect(head(more)).toBe(said));

  it('shows rows below the head of their table', () => {
    const item = someEvidence(1, { tableHead: 'PN | Price', text: 'PN-1 | 2' });
    expect(formatEvidence(item)).toBe('[1] src/1.ts:1-3\nPN | Price\nPN-1 | 2');
  });

  it('shows the head of a table once for rows that follow each other', () => {
    const row = (n: number, text: string, more: Partial<Evidence> = {}): Evidence =>
      someEvidence(n, {
        ...{ path: 'f', format: 'pdf', pages: [{ page: 50, box: null }], section: 'f#balance' },
        ...{ tableHead: ' | 2022 | 2021', text, ...more },
      });
    const items = [
      row(1, 'Cash | 3 | 4'),
      row(2, 'Debt | 5 | 6'),
      row(3, 'Sales | 7 | 8', { tableHead: ' | 2023' }),
      row(4, 'Other page | 9', { tableHead: ' | 2023', pages: [{ page: 51, box: null }] }),
      row(5, 'text', { tableHead: undefined }),
      row(6, 'text', { tableHead: undefined }),
    ];
    expect(formatAll(items)).toEqual([
      '[1] f, page 50 · f#balance\n | 2022 | 2021\nCash | 3 | 4\n[2] Debt | 5 | 6',
      ...items.slice(2).map(formatEvidence),
    ]);
  });

  it('keeps any text unchanged', () => {
    const text = '[Answer:] {{question}} [1]\n---';
    expect(formatEvidence(someEvidence(1, { text }))).toBe(`[1] src/1.ts:1-3\n${text}`);
  });
});
