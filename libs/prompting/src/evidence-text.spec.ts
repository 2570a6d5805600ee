import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import { evidenceHead, formatEvidence, formatGraph } from './evidence-text';

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

  it('keeps any text unchanged', () => {
    const text = '[Answer:] {{question}} [1]\n---';
    expect(formatEvidence(someEvidence(1, { text }))).toBe(`[1] src/1.ts:1-3\n${text}`);
  });
});

describe('relations in prompts', () => {
  const item = someEvidence(1, { nodeKey: 'shop.total' });
  const edgesTo = (names: readonly string[]) =>
    names.map((to) => ({ from: 'shop.total', to, kind: 'CALLS' }));
  const shown = (edges: ReturnType<typeof edgesTo>) =>
    formatGraph({ entries: [], nodes: [], edges }, [item]).split('\n');

  it('are the first 40, in their order, and the number of the others', () => {
    const names = Array.from({ length: 43 }, (_, at) => `shop.part${at}`);
    expect(shown(edgesTo(names))).toEqual([
      'Relations:',
      ...names.slice(0, 40).map((name) => `shop.total -CALLS-> ${name}`),
      '… and 3 more',
    ]);
  });

  it('are only those of the evidence, and no line without any', () => {
    const other = { from: 'shop.a', to: 'shop.b', kind: 'CALLS' };
    expect(shown([other, ...edgesTo(['shop.tax'])])).toEqual(['Relations:', 'shop.total -CALLS-> shop.tax']);
    expect(shown([other])).toEqual(['']);
  });
});
