import { aContext, aTurn } from '@quarry/engine/testing';
import type { SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type Extraction, type Finding, type Turn } from '@quarry/turn';
import { indexOfFiles } from '../testing/documents';
import { SNAPSHOTS } from '../testing/index-of';
import { CORPUS, REPORT } from '../testing/report';
import { FetchSectionAction, FetchSectionParams } from './fetch-section.action';

const SEGMENTS = 'filings/report.pdf#item-7-management-s-discussion/performance-by-business-segment';
const ITEM_7 = 'filings/report.pdf#item-7-management-s-discussion';
const NOTE_4 = 'filings/report.pdf#notes/note-4-leases';

/** 001, "extraction caching". */
describe('fetch_section in an extraction', () => {
  let index: SearchIndex;
  let asked = 0;
  beforeAll(async () => {
    const real = await indexOfFiles([REPORT, ...CORPUS]);
    // Counts every use of the store.
    index = new Proxy(real, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]): unknown => {
          asked += 1;
          return (member as (...of: unknown[]) => unknown).apply(target, values);
        };
      },
    });
  });
  afterAll(() => index.close());
  beforeEach(() => {
    asked = 0;
  });

  const begun: Extraction = { pass: 1, items: ['sales'], turns: 0, judged: 0, read: [], drafts: [] };
  const first = aTurn({ extraction: begun });
  const fetch = async (turn: Turn, id: string, more: Record<string, number> = {}, max = 6_000) => {
    const call = { tool: 'fetch_section' as const, id: 'c', arguments: { id, ...more } };
    const pass = turn.extraction?.pass ?? 1;
    const text = `${id} ${JSON.stringify(more)} ${turn.needs.length}`;
    const asking = { ...turn, needs: raiseNeeds(turn.needs, [{ text, call }], pass) };
    const params = Object.assign(new FetchSectionParams(), { max_characters: max });
    const context = aContext();
    const result = await new FetchSectionAction(index, SNAPSHOTS).run(asking, params, context);
    const after: Turn = { ...asking, ...result.patch };
    const need = after.needs.at(-1);
    return { after, need, note: need?.call?.note ?? '', outcome: result.outcome, emitted: context.emitted };
  };
  /** The turn at the start of the next pass. */
  const nextPass = (turn: Turn, findings: readonly Finding[] = []): Turn => ({
    ...turn,
    spent: { ...turn.spent, loops: turn.spent.loops + 1 },
    extraction: { ...turn.extraction!, pass: turn.extraction!.pass + 1 },
    findings,
  });
  /** A finding with its evidence, on line 8 of the report (Consumer). */
  const withFinding = (turn: Turn): Turn => {
    const n = turn.evidence.length + 1;
    const shown = {
      id: 'f',
      n,
      pass: 1,
      kind: 'finding',
      text: 'x = 1',
      path: 'filings/report.pdf',
      startLine: 8,
      endLine: 8,
      relevance: 1,
      foundBy: 'extraction',
      query: 'sales',
    } as const;
    const finding: Finding = {
      id: 'finding-1',
      n,
      pass: 1,
      item: 'sales',
      label: 'consumer_2022',
      value: 5298,
      unit: 'millions_usd',
      path: 'filings/report.pdf',
      page: 2,
      section: SEGMENTS,
      sectionTitle: 'Performance',
      check: { stands: 'on_page', why: '' },
    };
    return { ...turn, evidence: [...turn.evidence, shown], findings: [finding] };
  };

  const nextOf = (note: string): number => Number(/offset (\d+)/.exec(note)?.[1]);

  it('records which pages were read', async () => {
    const { after, note: whole } = await fetch(first, SEGMENTS, {}, 80);
    const offset = nextOf(whole);
    const { after: more, note } = await fetch(after, SEGMENTS, { offset }, 80);
    expect(more.extraction?.read).toEqual([
      { pass: 1, section: SEGMENTS, offset: 0, n: 1 },
      { pass: 1, section: SEGMENTS, offset, n: 2 },
    ]);
    expect(note).toContain(`characters ${offset} to`);
    const { after: paged } = await fetch(more, 'report.pdf#page=4');
    expect(paged.extraction?.read.at(-1)).toEqual({
      pass: 1,
      section: 'filings/report.pdf#page=4',
      offset: 0,
      n: 3,
    });
  });

  it.each([
    SEGMENTS,
    'performance by business segment',
    '#item-7-management-s-discussion/performance-by-business-segment',
  ])('answers from the turn what an earlier pass has read, with its findings: %s', async (id) => {
    const { after } = await fetch(first, SEGMENTS);
    const known = withFinding(after);
    const before = nextPass(known, known.findings);
    asked = 0;
    const { need, note, after: again, emitted, outcome } = await fetch(before, id);
    expect(asked).toBe(0);
    expect(outcome).toBe('found');
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [2] });
    expect(note).toBe(
      'it was read in pass 1; found in it: consumer_2022 = 5298 millions_usd [2]; call it again with reread: 1 to see its text',
    );
    expect(again.evidence).toEqual(before.evidence);
    expect(again.searches).toEqual(before.searches);
    expect(again.extraction).toEqual(before.extraction);
    expect(emitted).toEqual([]);
  });

  it('reports that nothing was found in it, and omits findings of other sections', async () => {
    const { after } = await fetch(first, NOTE_4);
    const { need, note, outcome } = await fetch(nextPass(after, withFinding(after).findings), NOTE_4);
    expect(outcome).toBe('not_found');
    expect(need).toMatchObject({ status: 'open', resolvedBy: [] });
    expect(note).toBe(
      'it was read in pass 1; nothing was found in it; call it again with reread: 1 to see its text',
    );
  });

  it('shows a text again on request, without the store; it then belongs to this pass', async () => {
    const { after } = await fetch(first, SEGMENTS);
    asked = 0;
    const { after: again, need, note } = await fetch(nextPass(after), SEGMENTS, { reread: 1 });
    expect(asked).toBe(0);
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    expect(note).toContain('read in pass 1');
    expect(again.extraction?.read).toEqual([
      { pass: 1, section: SEGMENTS, offset: 0, n: 1 },
      { pass: 2, section: SEGMENTS, offset: 0, n: 1 },
    ]);
    const third = await fetch(again, SEGMENTS);
    expect(asked).toBe(0);
    expect(third.need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
  });

  it('references a page by its number if the same pass requests it twice', async () => {
    const { after } = await fetch(first, SEGMENTS);
    asked = 0;
    const { need, note, after: again } = await fetch(after, 'Performance by Business Segment');
    expect(asked).toBe(0);
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [1] });
    expect(note).toBe('it was read in this pass as [1]');
    expect(again.extraction?.read).toHaveLength(1);
  });

  it('recognizes a text that was read as part of a longer one', async () => {
    const { after } = await fetch(first, ITEM_7);
    const known = withFinding(after);
    const { need, note, after: again } = await fetch(nextPass(known, known.findings), SEGMENTS);
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [2] });
    expect(note).toContain('it was read in pass 1; found in it: consumer_2022');
    expect(again.evidence).toHaveLength(2);
    const { note: sameText } = await fetch(after, SEGMENTS);
    expect(sameText).toContain('characters 0 to');
  });

  it('reads other pages and documents than those already read', async () => {
    const { after, note: whole } = await fetch(first, SEGMENTS, {}, 80);
    const offset = nextOf(whole);
    const { need, after: again } = await fetch(nextPass(after), SEGMENTS, { offset }, 80);
    expect(need).toMatchObject({ status: 'resolved', resolvedBy: [2] });
    expect(again.extraction?.read.at(-1)).toEqual({ pass: 2, section: SEGMENTS, offset, n: 2 });
    const wiki = await fetch(first, 'wiki.jsonl#1/use');
    expect((await fetch(nextPass(wiki.after), 'wiki.jsonl#2/use')).need?.resolvedBy).toEqual([2]);
  });

  it('serves a call once: a call with a note is done', async () => {
    const { after } = await fetch(first, 'no such thing at all');
    expect(after.needs[0]).toMatchObject({ status: 'open' });
    const { after: again } = await fetch(after, SEGMENTS);
    expect(again.searches).toHaveLength(2);
  });
});
