import { someEvidence } from '@quarry/engine/testing';
import type { Evidence } from '@quarry/turn';
import * as fc from 'fast-check';
import { evidenceHead, formatAllEvidence, formatEvidence, rowsUnderOneHead } from './evidence-text';

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
    expect(rowsUnderOneHead(items)).toEqual([
      '[1] f, page 50 · f#balance\n | 2022 | 2021\nCash | 3 | 4\n[2] Debt | 5 | 6',
      ...items.slice(2).map(formatEvidence),
    ]);
  });

  it('says which lines of a definition are not shown, so that they can be requested', () => {
    const item = someEvidence(1, {
      path: 'f',
      startLine: 20,
      endLine: 60,
      text: 'body',
      rest: [
        [10, 19],
        [61, 61],
      ],
    });
    expect(formatEvidence(item).split('\n').slice(1)).toEqual([
      '(lines 10–19 of it before this: not shown)',
      'body',
      '(line 61 of it after this: not shown)',
    ]);
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

  it('says once what the lines of the code graph are found for', () => {
    const line = (n: number): Evidence =>
      part(n, n, n, { foundBy: 'graph', symbol: `a.f${n}`, text: 'run();', query: '2 callers of run found' });
    expect(formatAllEvidence([part(1, 10, 20), line(2), line(3)]).slice(1)).toEqual([
      'Lines that the code graph has for this: 2 callers of run found\n[2] a.cs:2 · a.f2: run();',
      '[3] a.cs:3 · a.f3: run();',
    ]);
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
