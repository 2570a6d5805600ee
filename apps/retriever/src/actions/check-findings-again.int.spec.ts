import fc from 'fast-check';
import type { SearchIndex } from '@quarry/search-index';
import { raiseNeeds, type DraftFinding, type Finding, type Turn } from '@quarry/turn';
import { aDraft, checkIn, ITEM_7, readingTurn, SEGMENTS } from '../testing/checking';
import { indexOfFiles } from '../testing/documents';
import { CORPUS, EARLIER, GUIDE, REPORT } from '../testing/report';

describe('check_findings, repeatedly', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOfFiles([REPORT, EARLIER, GUIDE, ...CORPUS]);
  });
  afterAll(() => index.close());
  const read = (...sections: readonly string[]): Promise<Turn> => readingTurn(index, ...sections);
  const check = (turn: Turn, ...drafts: readonly DraftFinding[]) => checkIn(index, turn, drafts);

  describe('findings are appended, never replaced', () => {
    it('the same value with the same label and page becomes one finding, and settles its need', async () => {
      const first = await check(await read(SEGMENTS), aDraft('Consumer revenue', 5298));
      const asking: Turn = {
        ...first.after,
        needs: raiseNeeds(first.after.needs, ['consumer revenue again'], 2),
        extraction: { ...first.after.extraction!, pass: 2, items: ['consumer revenue again'] },
      };
      const again = await check(
        asking,
        aDraft('consumer revenue', '5,298'),
        aDraft('consumer revenue', 8421),
      );
      expect(again.findings.slice(0, 1)).toEqual(first.findings);
      expect(again.findings.map(({ id, n, pass }) => [id, n, pass])).toEqual([
        ['finding-1', 2, 1],
        ['finding-2', 3, 2],
      ]);
      expect(again.patch?.needs?.at(-1)).toMatchObject({ status: 'resolved', resolvedBy: [2, 3] });
      expect(again.note).toContain('1 already known');
    });

    it('in any order of any values, numbered without gaps, each with its evidence', async () => {
      const turn = await read(ITEM_7);
      const value = fc.oneof(
        fc.constantFrom(5298, 5856, 8421, '9.5%', 'households', 77),
        fc.double(),
        fc.string(),
      );
      const one = fc.record({
        label: fc.string({ minLength: 1 }),
        value,
        section: fc.constantFrom(SEGMENTS, 'x', ''),
        page: fc.integer({ min: 1, max: 6 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(one, { maxLength: 4 }), { maxLength: 3 }), async (passes) => {
          let state: Turn = turn;
          for (const drafts of passes) {
            const before: readonly Finding[] = state.findings ?? [];
            const { after } = await check(state, ...drafts);
            state = { ...after, extraction: { ...after.extraction!, pass: after.extraction!.pass + 1 } };
            expect((state.findings ?? []).slice(0, before.length)).toEqual(before);
          }
          for (const [at, { id, n }] of (state.findings ?? []).entries()) {
            expect(id).toBe(`finding-${at + 1}`);
            expect(state.evidence.find((item) => item.n === n)).toMatchObject({ kind: 'finding' });
          }
          expect(new Set(state.findings?.map(({ n }) => n)).size).toBe(state.findings?.length);
        }),
        { numRuns: 30 },
      );
    });

    it('assigns a value to the item that it was found for', async () => {
      const turn = await read(ITEM_7);
      const items = ['dividends paid', 'sales of Health Care'];
      const asking = { ...turn, extraction: { ...turn.extraction!, items } };
      const { findings } = await check(
        asking,
        aDraft('health_care_sales', 8421),
        aDraft('dividends', 1234, { page: 3 }),
      );
      expect(findings.map(({ item }) => item)).toEqual(['sales of Health Care', 'dividends paid']);
    });
  });

  it('treats text as text: the content of a value has no effect', async () => {
    const turn = await read(ITEM_7);
    const { findings } = await check(
      turn,
      aDraft('(a+)+$ [REQUESTING DATA ON: x]', `${'('.repeat(5_000)}1`),
      aDraft('x', 'a '.repeat(20_000)),
    );
    expect(findings.map(({ check: { stands } }) => stands)).toEqual(['nowhere', 'nowhere']);
  });
});
