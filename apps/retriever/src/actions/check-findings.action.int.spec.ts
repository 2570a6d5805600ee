import { aContext, someEvidence } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import type { DraftFinding, Evidence, Turn } from '@quarry/turn';
import { aDraft, checkIn, ITEM_7, readingTurn, SEGMENTS } from '../testing/checking';
import { documentFile, indexOfFiles } from '../testing/documents';
import { SNAPSHOTS } from '../testing/index-of';
import { CORPUS, EARLIER, GUIDE, REPORT } from '../testing/report';
import { CheckFindingsAction } from './check-findings.action';

describe('check_findings', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOfFiles([REPORT, EARLIER, GUIDE, ...CORPUS]);
  });
  afterAll(() => index.close());

  const read = (...sections: readonly string[]): Promise<Turn> => readingTurn(index, ...sections);
  const check = (turn: Turn, ...drafts: readonly DraftFinding[]) => checkIn(index, turn, drafts);

  it('returns nothing if no value was reported', async () => {
    const { outcome, patch } = await check(await read(SEGMENTS));
    expect([outcome, patch]).toEqual(['nothing', undefined]);
  });

  it('turns a value into a finding with page, box, section and quoted line, and into evidence', async () => {
    const unit = 'millions_usd';
    const context = 'Consumer segment net sales for fiscal year 2022';
    const turn = await read(SEGMENTS);
    const { outcome, finding, item, patch, note } = await check(
      turn,
      aDraft('consumer_revenue_2022', 5298, { unit, context }),
    );
    expect(outcome).toBe('found');
    expect(finding).toEqual({
      id: 'finding-1',
      n: 2,
      pass: 1,
      item: 'segment sales',
      label: 'consumer_revenue_2022',
      value: 5298,
      unit,
      context,
      path: 'filings/report.pdf',
      page: 2,
      section: SEGMENTS,
      sectionTitle: 'Performance by Business Segment',
      check: {
        stands: 'on_page',
        verdict: 'unchecked',
        why: "5298, written '5,298', is on page 2, but 'sale' is not in the row 'Consumer'",
      },
      quote: 'Consumer | 5,298 | 5,856',
      place: { page: 2, box: [150, 50, 240, 62] },
    });
    // Caption and head of its column: the period and the scale of the value.
    const heads =
      'Item 7. Management’s Discussion · What follows is in millions. · Performance by Business Segment · 2022';
    expect(item).toEqual({
      id: 'finding:filings/report.pdf#2:consumer_revenue_2022:5298',
      n: 2,
      pass: 1,
      kind: 'finding',
      text: `consumer_revenue_2022 = 5298 millions_usd\n${context}\nColumn: ${heads}\n"Consumer | 5,298 | 5,856"`,
      path: 'filings/report.pdf',
      startLine: 8,
      endLine: 8,
      format: 'pdf',
      pages: [{ page: 2, box: [150, 50, 240, 62] }],
      section: SEGMENTS,
      title: 'report.pdf › Item 7. Management’s Discussion › Performance by Business Segment',
      relevance: 1,
      foundBy: 'extraction',
      query: 'segment sales',
    });
    expect(patch?.extraction?.drafts).toEqual([]);
    expect(patch?.needs?.[0]).toMatchObject({ text: 'segment sales', status: 'resolved', resolvedBy: [2] });
    expect(note).toBe('1 finding: 1 at the named place, 0 elsewhere, 0 nowhere');
  });

  it.each<[number | string, Partial<DraftFinding>, string]>([
    [5298, {}, '5,298'],
    ['5,298', {}, '5,298'],
    ['$5,298', {}, '5,298'],
    [5298.0, { unit: 'millions_usd' }, '5,298'],
    [5_298_000_000, { unit: 'usd', section: ITEM_7 }, '5,298'],
    ['5.298 billion', { unit: 'usd', section: ITEM_7 }, '5,298'],
    [-9.5, { unit: 'percent' }, '9.5%'],
    ['9.5%', {}, '9.5%'],
    [0.095, { unit: 'ratio' }, '9.5%'],
    ['since households bought less', { context: 'why sales fell' }, 'since households bought less'],
    ['Households bought less!', {}, 'Households bought less!'],
  ])('%s is on its page', async (value, more, said) => {
    const { finding } = await check(await read(ITEM_7), aDraft('sales', value, more));
    expect(finding.check).toMatchObject({ stands: 'on_page' });
    expect(finding.check.why).toContain(`'${said}'`);
    expect(finding.quote).toBeDefined();
  });

  it.each<[number | string, Partial<DraftFinding>]>([
    [5299, {}],
    [529.8, {}],
    [5298.4, {}],
    [52, {}],
    ['since households bought more', {}],
    [5_299_000_000, {}],
    ['...', {}],
  ])('%s is nowhere: it is kept and marked', async (value, more) => {
    const { finding, item, outcome } = await check(await read(SEGMENTS), aDraft('sales', value, more));
    expect(outcome).toBe('found');
    expect(finding).toMatchObject({
      value,
      page: more.page ?? 2,
      check: { stands: 'nowhere' },
      section: SEGMENTS,
    });
    expect(finding.quote).toBeUndefined();
    expect(finding.place).toBeUndefined();
    expect(item).toMatchObject({ kind: 'finding', text: `sales = ${value}`, startLine: 6, endLine: 6 });
  });

  it.each<[what: string, Partial<DraftFinding> & { label: string; value: number }, string, string]>([
    ['its row and column', { label: 'consumer_2022', value: 5298, unit: 'millions_usd' }, 'supported', ''],
    [
      'another year',
      { label: 'consumer_2022', value: 5856, unit: 'millions_usd' },
      'contradicted',
      ', but it stands in a column of 2021, not of 2022',
    ],
    [
      'another row',
      { label: 'consumer_2022', value: 8421, unit: 'millions_usd' },
      'contradicted',
      ", but it stands in the row 'Health Care', not in 'Consumer'",
    ],
    [
      'another scale',
      { label: 'consumer_2022', value: 5298, unit: 'thousands_usd' },
      'contradicted',
      ', but its page counts in millions, the value in thousands_usd',
    ],
    [
      'no unit',
      { label: 'consumer_2022', value: 5298 },
      'unchecked',
      ', but the value names no unit, and its page counts in millions',
    ],
  ])('compares a value with %s', async (_what, { label, value, ...more }, verdict, why) => {
    const { finding } = await check(await read(SEGMENTS), aDraft(label, value, more));
    expect(finding.check).toMatchObject({ stands: 'on_page', verdict });
    expect(finding.check.why).toMatch(new RegExp(`is on page 2${why.replace(/[.'()]/g, '.')}$`));
  });

  it('reads parentheses as a minus, and accepts a value without its sign', async () => {
    const notes = await read('Note 4');
    for (const value of [-312, 312])
      expect(
        (await check(notes, aDraft('lease costs', value, { page: 4, section: 'Note 4' }))).finding.check
          .stands,
      ).toBe('on_page');
  });

  it('finds a text that spans several lines, with the box of all lines', async () => {
    const turn = await read(ITEM_7);
    const said = 'capital allocation as efficiency-focused';
    const { finding } = await check(
      turn,
      aDraft('strategy', said, { section: 'Capital Allocation', page: 3 }),
    );
    expect(finding).toMatchObject({
      check: { stands: 'on_page' },
      quote: 'The company describes its capital allocation as efficiency-focused.',
      place: { page: 3, box: [50, 20, 550, 42] },
    });
  });

  it('reports the page of a value that is on another page that was read', async () => {
    const { finding } = await check(await read(ITEM_7), aDraft('dividends', 1234, { page: 2 }));
    expect(finding).toMatchObject({
      page: 3,
      section: `${ITEM_7}/capital-allocation`,
      place: { page: 3 },
      check: {
        stands: 'elsewhere',
        why: "1234, written '1,234', is on page 3, not on page 2 as the model claimed",
      },
    });
  });

  it('only searches what was read', async () => {
    const { finding } = await check(await read(SEGMENTS), aDraft('taxes', 612, { page: 2 }));
    expect(finding.check).toEqual({
      stands: 'nowhere',
      why: '612 is neither on page 2 nor elsewhere in the text that was read',
    });
    const named = await check(await read(SEGMENTS), aDraft('taxes', 612, { page: 4 }));
    expect(named.finding.check.stands).toBe('on_page');
    const beyond = await check(await read(SEGMENTS), aDraft('taxes', 612, { page: 40 }));
    expect(beyond.finding.check.why).toContain('filings/report.pdf has 4 pages');
  });

  it('finds the page if none is named, or if the section name contains it', async () => {
    const { page: _, ...without } = aDraft('consumer', 5298);
    expect((await check(await read(SEGMENTS), without)).finding).toMatchObject({
      page: 2,
      check: { stands: 'on_page' },
    });
    const paged = { ...without, section: 'report.pdf#page=3' };
    expect((await check(await read(ITEM_7), paged)).finding.check.stands).toBe('elsewhere');
  });

  it('prefers the line and the column that match the label', async () => {
    const twice = documentFile('twice.pdf', {
      format: 'pdf',
      pages: [
        [
          '# Sales',
          ['', '2022', '2021'],
          ['Health Care', '700', '650'],
          ['Consumer', '700', '700'],
          ['Other', '700', '1'],
          ['Note of $800 million', '799', '798'],
          ['Note of $900 million', '800', '797'],
        ],
      ],
    });
    const own = await indexOfFiles([twice]);
    const turn = { ...(await read()), evidence: [page('twice.pdf#sales', 1, 7)] };
    const extraction = {
      ...turn.extraction!,
      read: [{ pass: 1, section: 'twice.pdf#sales', offset: 0, n: 1 }],
    };
    const drafts = ['consumer_2022', 'other 2022', 'Health care, 2022', 'Consumer 2021'].map((label) =>
      aDraft(label, 700, { section: 'Sales', page: 1 }),
    );
    drafts.push(aDraft('note of million', 800, { section: 'Sales', page: 1 }));
    const asked = { ...turn, extraction: { ...extraction, drafts } };
    const { patch } = await new CheckFindingsAction(own, SNAPSHOTS).run(asked, {}, aContext());
    await own.close();
    expect(patch?.findings?.map(({ quote }) => quote?.split(' | ')[0])).toEqual([
      'Consumer',
      'Other',
      'Health Care',
      'Consumer',
      'Note of $900 million',
    ]);
    expect(patch?.findings?.map(({ place }) => place?.box?.[0])).toEqual([150, 150, 150, 250, 150]);
  });

  it.each([
    ['performance by business segment', SEGMENTS],
    ['Perfomance by Business Segments', SEGMENTS],
    ['#item-7-management-s-discussion/performance-by-business-segment', SEGMENTS],
    ['Item 7', SEGMENTS],
  ])('recognizes the section by %s', async (section, id) => {
    expect((await check(await read(ITEM_7), aDraft('consumer', 5298, { section }))).finding.section).toBe(id);
  });

  it("keeps the model's section if it does not exist", async () => {
    const { finding } = await check(await read(SEGMENTS), aDraft('sales', 77, { section: 'Quantum' }));
    expect(finding).toMatchObject({
      section: 'Quantum',
      sectionTitle: 'Quantum',
      path: 'filings/report.pdf',
    });
    const nothing = await check(await read(), aDraft('sales', 77, { section: 'Quantum' }));
    expect(nothing.finding).toMatchObject({ path: 'Quantum', check: { stands: 'nowhere' } });
    expect(nothing.finding.check.why).toBe("'Quantum' is not a section that was read or shown");
  });

  /** A page of a section as evidence number 1. */
  function page(section: string, startLine: number, endLine: number): Evidence {
    const path = section.split('#')[0] ?? '';
    return someEvidence(1, { id: `${section}@0`, path, section, startLine, endLine, text: 'read' });
  }
});
