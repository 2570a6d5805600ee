import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import * as fc from 'fast-check';
import { evidenceHead, formatAllEvidence, formatEvidence } from './evidence-text';

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

describe('all evidence of a prompt', () => {
  const source = Array.from({ length: 40 }, (_, at) => `line ${at + 1} ${'x'.repeat(at % 3)}`);
  const part = (n: number, first: number, last: number, more: Partial<Evidence> = {}): Evidence =>
    someEvidence(n, {
      ...{ kind: 'chunk', path: 'a.cs', startLine: first, endLine: last },
      ...{ text: source.slice(first - 1, last).join('\n'), ...more },
    });

  it('has the lines of a method once, if the type around it comes later', () => {
    expect(formatAllEvidence([part(1, 10, 20), part(3, 8, 23)])[1]?.split('\n')).toEqual([
      '[3] a.cs:8-23',
      ...source.slice(7, 9),
      '(lines 10-20: see [1])',
      ...source.slice(20, 23),
    ]);
  });

  it.each<[string, Evidence, Evidence]>([
    ['a few lines are shown again', part(1, 10, 12), part(2, 8, 20)],
    ['another file is', part(1, 10, 20, { path: 'b.cs' }), part(2, 8, 23)],
    ['another repository is', part(1, 10, 20, { repository: 'other' }), part(2, 8, 23)],
    ['another text of the same lines is', part(1, 10, 20, { text: 'changed\n'.repeat(11) }), part(2, 8, 23)],
    ['text of a document is', part(1, 10, 20, { format: 'pdf' }), part(2, 8, 23, { format: 'pdf' })],
    ['rows of a table are', part(1, 10, 20), part(2, 8, 23, { tableHead: 'PN | Price' })],
  ])('%s', (_, first, second) => {
    expect(formatAllEvidence([first, second])[1]).toBe(formatEvidence(second));
  });

  it('shows every line of every item, and each item whatever follows it', () => {
    const anyPart = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 6 }), (parts) => {
        const items = parts.map(([first, last], at) => part(at + 1, first, last));
        const texts = formatAllEvidence(items);
        const shown = new Set(texts.flatMap((text) => text.split('\n')));
        for (const [first, last] of parts)
          for (const line of source.slice(first - 1, last)) expect(shown).toContain(line);
        expect(formatAllEvidence(items.slice(0, -1))).toEqual(texts.slice(0, -1));
      }),
    );
  });
});
