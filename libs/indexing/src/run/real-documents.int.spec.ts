import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf, docxParts, paragraph, zipOf } from '@quarry/documents/testing';
import type { Chunk } from '@quarry/search-index';
import { Papers } from './testing/papers';

jest.setTimeout(240_000);

/** Public filings and odd PDFs that are not part of the repository; see docs/benchmarks.md. */
const DATA = join(__dirname, '../../../../../shared/data');
const FILINGS = join(DATA, 'filings');
const ODD = join(DATA, 'adversarial/pdf');
const where = (folder: string) => (existsSync(folder) ? it : it.skip);

const LONG = 'This part says at some length what came of the year and why it came so. '.repeat(10);

let papers: Papers;
beforeEach(() => {
  papers = new Papers();
});
afterEach(() => papers.close());

const put = (path: string, content: string | Uint8Array): void => papers.put(path, content);
const find = (text: string) => papers.find(text);
const run = () => papers.run();

/** A PDF with pages of lines of 12 points, 14 apart, the first with its baseline 72 points below the top. */
function pdf(...pages: readonly (readonly string[])[]): Uint8Array {
  return aPdf({
    pages: pages.map((lines) => ({
      texts: lines.map((text, i) => ({ x: 72, y: 72 + 14 * i, size: 12, text })),
    })),
  });
}

/** A Word file of paragraphs; `# ` makes one a heading. */
function docx(...paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) =>
    text.startsWith('# ') ? paragraph(text.slice(2), 'H1') : paragraph(text),
  );
  return zipOf(docxParts(body.join('')));
}

const html = (hours: string): string =>
  `<!doctype html>\n<html><head><title>Shop</title></head><body><h1>Shop</h1>\n<p>${LONG}</p>\n<h2>Hours</h2>\n<p>${hours}. ${LONG}</p>\n` +
  `<h2>Prices</h2>\n<p>${LONG}</p>\n<table><tr><th>Fruit</th><th>Pence</th></tr>\n<tr><td>Quince</td><td>77</td></tr></table></body></html>`;

describe('a folder of documents of all kinds', () => {
  beforeEach(() => {
    put(
      'report.pdf',
      pdf(['Annual report', 'Revenue was 5,298 in 2022.'], ['Outlook', 'We expect zinc to rise.']),
    );
    put('web/shop.html', html('Open from nine to five'));
    put('memo.docx', docx('# Aims', `To know yttrium. ${LONG}`, '# Means', `To read xenon. ${LONG}`));
    put('guide.md', `# Guide\n\n${LONG}\n\n## Care\n\nKeep pears cold. ${LONG}\n`);
    put('notes.txt', 'Pears come on Tuesday.\n');
    put('corpus.jsonl', `${JSON.stringify({ id: 'p1', title: 'On plums', text: 'A plum is a fruit.' })}\n`);
    put(
      'secret.pdf',
      aPdf({ pages: [{ texts: [{ x: 72, y: 72, text: 'Nobody reads this.' }] }], encrypted: true }),
    );
    put('scan.pdf', aPdf({ pages: [{ image: true }, { image: true }] }));
    put('cut.pdf', pdf(['lost']).subarray(0, 300));
    put(
      'junk.pdf',
      Uint8Array.from({ length: 9_000 }, (_, i) => (i * i * 7 + i) % 256),
    );
    put(
      'junk.docx',
      Uint8Array.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 900 }, (_, i) => (i * 31) % 256)]),
    );
  });

  it('is indexed, as far as it is readable, with the position of each chunk', async () => {
    const report = await run();
    expect(report).toMatchObject({
      files: 6,
      documents: 1,
      formats: { pdf: 1, html: 1, docx: 1 },
      pages: 2,
      problems: [],
    });
    expect(Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'cut.pdf': expect.stringContaining('damaged') as string,
      'junk.docx': expect.stringMatching(/damaged|no Word file/) as string,
      'junk.pdf': expect.stringContaining('damaged') as string,
      'scan.pdf': expect.stringContaining('no text on any of its 2 pages') as string,
      'secret.pdf': expect.stringContaining('encrypted') as string,
    });

    const [revenue] = await find('revenue');
    expect(revenue).toMatchObject({ path: 'report.pdf', format: 'pdf', pages: [{ page: 1 }, { page: 2 }] });
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = revenue?.pages?.[0]?.box ?? [];
    // Two lines of 12 points from 72 on, the first with its baseline at 72.
    expect([x0, x1 > 200, y0 > 50 && y0 < 72, y1 > 80 && y1 < 100]).toEqual([72, true, true, true]);
    const [hours] = await find('open nine five');
    expect(hours).toMatchObject({
      section: 'web/shop.html#hours',
      title: 'Shop › Hours',
      sourceLines: [4, 5],
    });
    const quince = (await find('quince')).find(({ text }) => text.includes('Quince'));
    expect(quince).toMatchObject({ section: 'web/shop.html#prices' });
    expect(quince?.text).toContain('Fruit | Pence\nQuince | 77');
    expect((await find('xenon'))[0]).toMatchObject({ section: 'memo.docx#means', format: 'docx' });
    // A text file is cut by windows only: the chunk begins in the section before its line.
    expect((await find('cold'))[0]).toMatchObject({ path: 'guide.md', section: 'guide.md#care' });
    expect((await find('plum'))[0]).toMatchObject({ document: 'p1', section: 'corpus.jsonl#p1' });
  });

  it('is updated incrementally: nothing, one changed document, one deleted document', async () => {
    const first = await run();
    expect(await run()).toMatchObject({
      indexed: 0,
      unchanged: 6,
      chunks: first.chunks,
      sections: first.sections,
    });
    put('web/shop.html', html('Closed'));
    expect(await run()).toMatchObject({ indexed: 1, unchanged: 5, chunks: first.chunks });
    expect((await find('closed'))[0]).toMatchObject({ section: 'web/shop.html#hours' });
    expect(await find('nine five')).toEqual([]);
    papers.remove('memo.docx');
    expect(await run()).toMatchObject({ files: 5, removed: 1, formats: { pdf: 1, html: 1 } });
    expect(await find('xenon')).toEqual([]);
    put('cut.pdf', pdf(['found again']));
    expect(await run()).toMatchObject({ files: 6, indexed: 1 });
    expect((await find('found again'))[0]).toMatchObject({ path: 'cut.pdf' });
  });
});

where(FILINGS)('real filings: every line has its page and box, every chunk its section', async () => {
  put('pepsico.pdf', readFileSync(join(FILINGS, 'PEPSICO_2023Q1_EARNINGS.pdf')));
  put('footlocker.pdf', readFileSync(join(FILINGS, 'FOOTLOCKER_2022_8K_dated_2022-08-19.pdf')));
  expect(await run()).toMatchObject({ files: 2, pages: 47, skipped: [], formats: { pdf: 2 } });
  const sections = new Map(
    (await papers.searchIndex.sections(papers.ref)).map((section) => [section.id, section]),
  );
  const chunks: Chunk[] = [];
  for await (const file of papers.searchIndex.export(papers.ref)) chunks.push(...file.chunks);
  for (const chunk of chunks) {
    const { layout = [], pages = [], section = '', startLine, endLine, text } = chunk;
    const lines = text.split('\n');
    expect(lines).toHaveLength(endLine - startLine + 1);
    expect(layout).toHaveLength(lines.length);
    expect([...new Set(layout.map(({ page }) => page))]).toEqual(pages.map(({ page }) => page));
    const home = sections.get(section);
    expect(home && home.startLine <= startLine && startLine <= home.endLine).toBe(true);
    for (const { page, box } of pages) {
      expect(page >= (home?.startPage ?? 99)).toBe(true);
      const [x0 = -1, y0 = -1, x1 = 0, y1 = 0] = box ?? [];
      expect([x0 >= 0, y0 >= 0, x1 > x0 && x1 <= 792, y1 > y0 && y1 <= 792]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  }
  // As displayed: page 4 of the filing.
  const [income] = await find('net revenue statement of income cost of sales gross profit');
  expect(income?.pages?.map(({ page }) => page)).toEqual([4]);
  expect(income?.text).toContain('Net Revenue | $17,846 | $16,200');
  expect(await run()).toMatchObject({ indexed: 0, unchanged: 2 });
});

where(ODD)('odd PDFs: each is indexed, or skipped with a reason', async () => {
  const names = readdirSync(ODD).filter((name) => name.endsWith('.pdf'));
  for (const name of names) put(name, readFileSync(join(ODD, name)));
  const report = await run();
  expect(report.files + report.skipped.length).toBe(names.length);
  for (const { reason } of report.skipped) expect(reason).toMatch(/^[A-Z].*\.$/);
  expect(report.skipped.map(({ path }) => path)).toContain('encrypted-file.pdf');
  expect(await run()).toMatchObject({ indexed: 0, skipped: report.skipped });
});
