import * as fc from 'fast-check';
import { aContext, aTurn } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type OutlineSection, type Turn } from '@quarry/turn';
import { CORPUS, EARLIER, GUIDE, REPORT } from '../testing/report';
import { indexOfFiles } from '../testing/documents';
import { SNAPSHOTS } from '../testing/index-of';
import { FetchSectionAction, FetchSectionParams } from './fetch-section.action';

const SEGMENTS = 'filings/report.pdf#item-7-management-s-discussion/performance-by-business-segment';

describe('fetch_section of documents', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOfFiles([
      REPORT,
      EARLIER,
      GUIDE,
      { path: 'wiki.jsonl', hash: 'h', chunks: [] },
      ...CORPUS,
    ]);
  });
  afterAll(() => index.close());

  /** An outline with one document. */
  const outlineOf = (path: string): Turn['outline'] => ({
    pass: 1,
    sections: [REPORT, EARLIER, GUIDE]
      .filter((file) => file.path === path)
      .flatMap(({ sections = [] }) => sections as readonly OutlineSection[]),
    left: { sections: 0, documents: 0 },
  });
  const calling = (id: string, groups: Partial<Turn> = {}, more: Record<string, number> = {}): Turn => {
    const call = { tool: 'fetch_section' as const, id: 'c1', arguments: { id, ...more } };
    return aTurn({ needs: raiseNeeds([], [{ text: id, call }], 1), ...groups });
  };
  const run = async (turn: Turn, max = 6_000) => {
    const params = Object.assign(new FetchSectionParams(), { max_characters: max });
    const { outcome, patch } = await new FetchSectionAction(index, SNAPSHOTS).run(turn, params, aContext());
    const need = patch?.needs?.at(-1);
    const item = patch?.evidence?.find(({ n }) => n === need?.resolvedBy[0]);
    return { outcome, patch, need, note: need?.call?.note ?? '', item };
  };

  describe('finds a section', () => {
    const reported = { outline: outlineOf('filings/report.pdf') };

    it.each([
      SEGMENTS,
      `\`${SEGMENTS.replaceAll('/', '\\')}\``,
      SEGMENTS.toUpperCase(),
      SEGMENTS.replace('filings/', ''),
      '#item-7-management-s-discussion/performance-by-business-segment',
      'item-7-management-s-discussion/performance-by-business-segment',
      'Performance by Business Segment',
      'performance by business segment:',
      '3.2 PERFORMANCE BY BUSINESS SEGMENT',
      'performance_by_business_segment',
      "Management's Discussion › Performance by Business Segment",
      'Perfomance by busines segment',
      'business segments performance',
    ])('by %s', async (id) => {
      const { item, need } = await run(calling(id, reported));
      expect(item).toMatchObject({
        id: `${SEGMENTS}@0`,
        section: SEGMENTS,
        format: 'pdf',
        foundBy: 'section',
      });
      expect(need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    });

    it.each([
      ['Item 7', 'filings/report.pdf#item-7-management-s-discussion'],
      ["Management's discussion", 'filings/report.pdf#item-7-management-s-discussion'],
      ['Note 4', 'filings/report.pdf#notes/note-4-leases'],
      ['Leases', 'filings/report.pdf#notes/note-4-leases'],
      ['note 5: taxes', 'filings/report.pdf#notes/note-5-taxes'],
      ['filings/report.pdf', 'filings/report.pdf'],
      ['report.pdf', 'filings/report.pdf'],
    ])('%s is %s', async (id, section) => {
      expect((await run(calling(id, reported))).item?.id).toBe(`${section}@0`);
    });

    it.each([
      ['Outlook', 'filings/earlier.pdf#item-7-management-s-discussion/outlook'],
      ['wiki.jsonl#2', 'wiki.jsonl#2'],
      ['wiki.jsonl/2', 'wiki.jsonl#2'],
      ['wiki.jsonl#2/use', 'wiki.jsonl#2/use'],
      ['docs/guide.md#limits', 'docs/guide.md#limits'],
    ])('anywhere, if the outline does not show it: %s', async (id, section) => {
      expect((await run(calling(id, reported))).item?.id).toBe(`${section}@0`);
    });

    it('in documents of the evidence first', async () => {
      const { item } = await run(calling('Outlook', reported));
      const { item: same } = await run(calling('Performance by business segment', { evidence: [item!] }));
      expect(same?.path).toBe('filings/earlier.pdf');
    });

    it('lists several sections with the name, and never returns another number than the requested one', async () => {
      const several = await run(calling('Performance by Business Segment'));
      expect(several).toMatchObject({ outcome: 'not_found', need: { status: 'open' } });
      expect(several.note).toContain("2 sections are called 'Performance by Business Segment'");
      expect(several.note).toContain(SEGMENTS);
      const other = await run(calling('Note 6. Taxes', reported));
      expect(other.outcome).toBe('not_found');
    });

    it('suggests at most five nearest ids on a miss', async () => {
      const { note } = await run(calling('Leases and rents of the segments', reported));
      expect(note).toContain('filings/report.pdf#notes/note-4-leases');
      expect((note.split('are: ')[1] ?? '').split(', ').length).toBeLessThanOrEqual(5);
      expect((await run(calling('zzz', reported))).note).toContain(
        'among the sections are: filings/report.pdf',
      );
    });
  });

  it('records the pages of a text, with the box of its part on each', async () => {
    const { item, note } = await run(calling('Item 7', { outline: outlineOf('filings/report.pdf') }));
    expect(item).toMatchObject({
      startLine: 4,
      endLine: 15,
      title: 'report.pdf › Item 7. Management’s Discussion',
      pages: [
        { page: 2, box: [50, 10, 550, 92] },
        { page: 3, box: [50, 10, 550, 52] },
      ],
    });
    expect(note).toBe(`pages 2 to 3; characters 0 to ${item!.text.length} of ${item!.text.length}`);
  });

  it.each(['page 2', 'p. 2', 'filings/report.pdf#page=2', 'report.pdf, page 2'])(
    'reads a page: %s',
    async (id) => {
      const { item } = await run(calling(id, { outline: outlineOf('filings/report.pdf') }));
      expect(item).toMatchObject({
        id: 'filings/report.pdf#page=2@0',
        startLine: 4,
        endLine: 11,
        section: 'filings/report.pdf#item-7-management-s-discussion',
      });
      expect(item?.pages?.map(({ page }) => page)).toEqual([2]);
    },
  );

  it.each([
    ['report.pdf#page=9', 'has no text on page 9; its last page is 4'],
    ['docs/guide.md#page=1', 'docs/guide.md has no pages'],
    ['page 2', "there is no section 'page 2'"],
  ])('explains why there is no page: %s', async (id, why) => {
    expect((await run(calling(id))).note).toContain(why);
  });

  it('reads a document of a file with several by character offsets', async () => {
    const { item, note } = await run(calling('wiki.jsonl#2/use'));
    expect(item).toMatchObject({
      document: '2',
      startLine: 7,
      text: 'Use\nIt has 222 users every day.',
      offset: 39,
    });
    expect(note).toBe('characters 0 to 31 of 31');
  });

  it('names the subsections of a section that is too long for a page', async () => {
    const { note } = await run(calling('Item 7', { outline: outlineOf('filings/report.pdf') }), 200);
    expect(note).toContain(`its subsections: ${SEGMENTS}, `);
  });

  it.each([
    SEGMENTS,
    'filings/report.pdf',
    'wiki.jsonl#3',
    'wiki.jsonl#3/use',
    'docs/guide.md',
    'filings/report.pdf#page=2',
  ])('shows every character of %s exactly once, for any page size', async (id) => {
    const whole = (await run(calling(id))).item?.text ?? '';
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 300 }), async (size) => {
        let text = '';
        for (let offset: number | null = 0; offset !== null;) {
          const page: Awaited<ReturnType<typeof run>> = await run(calling(id, {}, { offset }), size);
          expect(page.item!.text.length).toBeLessThanOrEqual(size);
          text += `${page.item!.text}\n`;
          const next = /offset (\d+)/.exec(page.note);
          offset = next ? Number(next[1]) : null;
        }
        expect(text.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
      }),
      { numRuns: 10 },
    );
  });

  it('applies the filter of the question, also for titles', async () => {
    const plan = { mode: 'hybrid' as const, queries: [], filter: { pathPrefixes: ['docs', 'wiki.jsonl/2'] } };
    expect((await run(calling(SEGMENTS, { plan }))).outcome).toBe('not_found');
    expect((await run(calling('Note 4', { plan }))).note).not.toContain('filings');
    expect((await run(calling('Limits', { plan }))).item?.id).toBe('docs/guide.md#limits@0');
    expect((await run(calling('wiki.jsonl#2/use', { plan }))).outcome).toBe('found');
    expect((await run(calling('wiki.jsonl#3/use', { plan }))).outcome).toBe('not_found');
  });
});
