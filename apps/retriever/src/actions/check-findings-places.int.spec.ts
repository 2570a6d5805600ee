import type { SearchIndex } from '@quarry/search-index';
import type { DraftFinding, Turn } from '@quarry/turn';
import { aDraft, checkIn, readingTurn, SEGMENTS } from '../testing/checking';
import { indexOfFiles } from '../testing/documents';
import { CORPUS, EARLIER, GUIDE, REPORT } from '../testing/report';

describe('check_findings: the place of a value', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOfFiles([REPORT, EARLIER, GUIDE, ...CORPUS]);
  });
  afterAll(() => index.close());
  const read = (...sections: readonly string[]): Promise<Turn> => readingTurn(index, ...sections);
  const check = (turn: Turn, ...drafts: readonly DraftFinding[]) => checkIn(index, turn, drafts);

  describe('in several documents', () => {
    const other = 'filings/earlier.pdf#item-7-management-s-discussion/performance-by-business-segment';

    it('chooses the document whose section is named', async () => {
      const turn = await read(SEGMENTS, other);
      expect((await check(turn, aDraft('consumer', 5856, { page: 1, section: other }))).finding.path).toBe(
        'filings/earlier.pdf',
      );
      expect((await check(turn, aDraft('consumer', 5856))).finding.path).toBe('filings/report.pdf');
    });

    it('chooses the document with the value on the page, if both have the section', async () => {
      const turn = await read(SEGMENTS, other);
      const section = 'Performance by Business Segment';
      expect((await check(turn, aDraft('consumer', 5856, { page: 1, section }))).finding.path).toBe(
        'filings/earlier.pdf',
      );
      expect((await check(turn, aDraft('consumer', 5856, { page: 2, section }))).finding.path).toBe(
        'filings/report.pdf',
      );
    });

    it('keeps the confidence of OCR in the row', async () => {
      const chunks = EARLIER.chunks.map((chunk) => ({
        ...chunk,
        ...(chunk.layout && { layout: chunk.layout.map((line) => ({ ...line, ocr: 0.82 })) }),
      }));
      const scanned = await indexOfFiles([{ ...EARLIER, chunks }]);
      try {
        const turn = await readingTurn(scanned, other);
        const draft = aDraft('consumer', 5856, { page: 1, section: other });
        const { finding, item } = await checkIn(scanned, turn, [draft]);
        expect([finding.place?.ocr, item.pages?.[0]?.ocr]).toEqual([0.82, 0.82]);
      } finally {
        await scanned.close();
      }
    });

    it('reports a value that is in another document that was read', async () => {
      const { finding } = await check(await read(SEGMENTS, other), aDraft('consumer 2020', 5336));
      expect(finding).toMatchObject({ path: 'filings/earlier.pdf', page: 1, check: { stands: 'elsewhere' } });
    });

    it('uses the documents of the outline if nothing was read', async () => {
      const outline = { pass: 1, sections: EARLIER.sections!, left: { sections: 0, documents: 0 } };
      const turn = { ...(await read()), outline };
      const { finding } = await check(
        turn,
        aDraft('growth', 4.5, { section: 'Outlook', page: 2, unit: 'percent' }),
      );
      expect(finding).toMatchObject({ path: 'filings/earlier.pdf', page: 2, check: { stands: 'on_page' } });
    });
  });

  describe('without pages', () => {
    it('checks the section instead of the page', async () => {
      const turn = await read('docs/guide.md');
      const section = 'docs/guide.md#limits';
      const { finding, item } = await check(turn, aDraft('retries', 3, { section, page: 9 }));
      expect(finding).toMatchObject({
        section,
        check: { stands: 'on_page', why: `'3' is in '${section}'` },
      });
      expect([finding.page, finding.place, item.pages]).toEqual([undefined, undefined, undefined]);
      expect(item).toMatchObject({
        id: `finding:docs/guide.md#${section}:retries:3`,
        startLine: 7,
        endLine: 7,
      });
      const wrong = await check(turn, aDraft('memory', 512, { section }));
      expect(wrong.finding).toMatchObject({
        section: 'docs/guide.md#install',
        check: {
          stands: 'elsewhere',
          why: `'512' is in 'docs/guide.md#install', not in '${section}' as the model claimed`,
        },
      });
    });

    it('distinguishes documents of one file', async () => {
      const turn = await read('wiki.jsonl#1/use', 'wiki.jsonl#2/use');
      const { finding, item } = await check(turn, aDraft('users', 222, { section: 'wiki.jsonl#2/use' }));
      expect(finding).toMatchObject({ section: 'wiki.jsonl#2/use', check: { stands: 'on_page' } });
      expect(item).toMatchObject({
        document: '2',
        path: 'wiki.jsonl',
        startLine: 7,
        section: 'wiki.jsonl#2/use',
      });
      const wrong = await check(turn, aDraft('users', 111, { section: 'wiki.jsonl#2/use' }));
      expect(wrong.finding).toMatchObject({ section: 'wiki.jsonl#1/use', check: { stands: 'elsewhere' } });
    });
  });
});
