import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '@quarry/documents/testing';
import type { IndexReport } from './options';
import { Papers, SOURCES } from './testing/papers';

const SCAN = {
  jpeg: readFileSync(join(__dirname, '../../../../test/data/scans/crane.jpg')),
  ...{ width: 1_275, height: 1_650 },
};

describe('an index of scans', () => {
  const papers = new Papers();
  const asked: string[] = [];
  const run = (wanted?: boolean): Promise<IndexReport> =>
    papers.run({
      ocr: { languages: 'eng', folder: null, execArgv: SOURCES, ...(wanted !== undefined && { wanted }) },
      onProgress: ({ phase, done, total }) => {
        if (phase === 'ocr') asked.push(`${done} of ${total}`);
      },
    });
  beforeAll(() => {
    papers.put('scan.pdf', aPdf({ pages: [{ scan: SCAN }] }));
    papers.put('mixed.pdf', aPdf({ pages: [{ texts: [{ x: 72, y: 72, text: 'Crane records' }] }, {}] }));
  });
  afterAll(() => papers.close());

  it('has their text once OCR is wanted, until it is not, and reads each page once', async () => {
    expect(await run()).toMatchObject({
      ...{ files: 1, ocr: null, textless: 2 },
      skipped: [{ path: 'scan.pdf', reason: expect.stringContaining('OCR') as string }],
      problems: [{ path: 'mixed.pdf', reason: 'page 2 has no text (blank, or an image)' }],
    });
    expect(await papers.find('hoist')).toEqual([]);

    const report = await run(true);
    expect(report).toMatchObject({
      ...{ files: 2, indexed: 2, skipped: [], textless: 0, ocr: { pages: 1, leftOut: 0 } },
      problems: [{ path: 'mixed.pdf', reason: 'page 2 has no text (blank, or a picture without text)' }],
    });
    expect(report.ocr?.confidence).toBeGreaterThan(0.85);
    expect(asked.at(-1)).toBe('2 of 2');
    const [chunk] = await papers.find('hoist brake pads');
    expect(chunk).toMatchObject({ path: 'scan.pdf', format: 'pdf', pages: [{ page: 1 }] });
    expect(chunk?.pages?.[0]?.ocr).toBeGreaterThan(0.85);
    const printed = (await papers.find('records')).find(({ path }) => path === 'mixed.pdf');
    expect(printed?.pages?.map(({ page, ocr }) => [page, ocr])).toEqual([[1, undefined]]);

    // A later run need not ask for it again.
    expect(await run()).toMatchObject({ files: 2, indexed: 0, ocr: { pages: 1 } });
    expect((await papers.run({ ocr: { languages: 'eng', folder: null } })).removed).toBe(0);

    expect(await run(false)).toMatchObject({ files: 1, ocr: null, textless: 2 });
    expect(await papers.find('hoist')).toEqual([]);

    expect(await run(true)).toMatchObject({ files: 2, ocr: { pages: 1 } });
    expect(await papers.find('hoist')).not.toEqual([]);
  });

  it('has the text of picture files only with OCR', async () => {
    papers.put('photo.jpg', SCAN.jpeg);
    expect((await run(false)).skipped).toContainEqual({
      path: 'photo.jpg',
      reason: 'pictures are read only by OCR (`--ocr`)',
    });
    await run(true);
    const found = (await papers.find('hoist brake pads')).find(({ path }) => path === 'photo.jpg');
    expect(found).toMatchObject({ format: 'image', pages: [{ page: 1 }] });
    expect(found?.pages?.[0]?.ocr).toBeGreaterThan(0.8);
  });
});
