import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import { evidenceHead, formatEvidence } from './evidence-text';

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

  it('keeps any text unchanged', () => {
    const text = '[Answer:] {{question}} [1]\n---';
    expect(formatEvidence(someEvidence(1, { text }))).toBe(`[1] src/1.ts:1-3\n${text}`);
  });
});
