import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Loaded, LoadedDocument } from '../document';
import { openDocumentReader } from '../reader/document-reader';
import { aPdf, type PdfScan } from '../testing/a-pdf';
import { SOURCES } from '../testing/reading';
import type { OcrPage } from '../ocr-page';
import { readerWithOcr, type OcrOptions } from './page-ocr';

/** A page that was printed, turned by 0.8 degrees and spotted. */
const SCAN: PdfScan = {
  jpeg: readFileSync(join(__dirname, '../../../../test/data/scans/crane.jpg')),
  width: 1_275,
  height: 1_650,
};
const PRINTED = [{ x: 72, y: 96, text: 'Crane records of pier seven' }];

describe('OCR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-ocr-'));
  const pages = new Map<string, OcrPage>();
  let asked: string[] = [];
  const cache = {
    get: (key: string): OcrPage | null => {
      asked.push(key);
      return pages.get(key) ?? null;
    },
    put: (key: string, page: OcrPage): void => void pages.set(key, page),
  };
  const open = (options: Partial<OcrOptions> = {}): ReturnType<typeof readerWithOcr> =>
    readerWithOcr(openDocumentReader(SOURCES), {
      languages: 'eng',
      folder: null,
      cache,
      ...SOURCES,
      ...options,
    });
  let files = 0;
  async function read(pdf: Uint8Array, options?: Partial<OcrOptions>): Promise<Loaded> {
    const file = join(folder, `${files++}.pdf`);
    writeFileSync(file, pdf);
    const reader = open(options);
    try {
      return await reader.read(file, 'pdf');
    } finally {
      await reader.close();
    }
  }
  const document = async (pdf: Uint8Array, options?: Partial<OcrOptions>): Promise<LoadedDocument> => {
    const loaded = await read(pdf, options);
    if (loaded.kind === 'refused') throw new Error(loaded.reason);
    return loaded.document;
  };
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads the pages without text, with their tables, places and confidence', async () => {
    const {
      lines,
      pages: count,
      ocr,
      textless,
      title,
    } = await document(aPdf({ pages: [{ texts: PRINTED }, { scan: SCAN }, {}] }));
    expect(count).toBe(3);
    expect(lines[0]).toMatchObject({ text: 'Crane records of pier seven', layout: { page: 1 } });
    expect(lines[0]?.layout.ocr).toBeUndefined();
    const scanned = lines.filter(({ layout }) => layout.page === 2);
    expect(scanned.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Maintenance record of crane HC-40',
        'The brake pads of the hoist were worn to 3.2 millimetres and were replaced.',
        'Wire rope | 2,960 | 3,000',
      ]),
    );
    expect(scanned.every(({ layout }) => (layout.ocr ?? 0) > 0.8)).toBe(true);
    // Printed at 72, 158 points; turning the page about its centre moved it 3.3 points to the right.
    const [x0 = 0, top = 0, x1 = 0, bottom = 0] =
      scanned.find(({ text }) => text.startsWith('The brake'))?.layout.box ?? [];
    expect(x0).toBeGreaterThan(73.5);
    expect(x0).toBeLessThan(78);
    expect(top).toBeGreaterThan(135);
    expect(bottom).toBeLessThan(170);
    expect(x1).toBeGreaterThan(420);
    expect(ocr).toMatchObject({ pages: 1, leftOut: [] });
    expect(ocr?.confidence).toBeGreaterThan(0.85);
    expect(textless).toBeUndefined();
    expect(title).toBeUndefined();
  });

  it('reads picture files', async () => {
    const image = async (bytes: Uint8Array): Promise<Loaded> => {
      const file = join(folder, `${files++}.jpg`);
      writeFileSync(file, bytes);
      const reader = open();
      try {
        return await reader.read(file, 'image');
      } finally {
        await reader.close();
      }
    };
    const loaded = await image(SCAN.jpeg);
    expect(loaded).toMatchObject({
      kind: 'document',
      document: { format: 'image', pages: 1, ocr: { pages: 1 } },
    });
    const { lines } = (loaded as { document: LoadedDocument }).document;
    expect(lines.map(({ text }) => text)).toContain('Wire rope | 2,960 | 3,000');
    const row = lines.find(({ text }) => text.startsWith('Wire rope'));
    expect(row?.layout.ocr).toBeGreaterThan(0.8);
    // Of a picture that is 792 points high.
    const [, top = 0, , bottom = 0] = row?.layout.box ?? [];
    expect([top > 0, bottom < 792]).toEqual([true, true]);
    expect(await image(SCAN.jpeg.subarray(0, 900))).toMatchObject({ kind: 'refused' });
  });

  it('never reads a page twice', async () => {
    const pdf = aPdf({ pages: [{ scan: SCAN }, { scan: SCAN }] });
    const first = await document(pdf);
    const [one, two] = asked;
    expect(two).not.toBe(one);
    // A limit that no page keeps: only pages that are known come through.
    expect(await document(pdf, { processorMs: 0 })).toEqual(first);
    expect(await read(aPdf({ pages: [{ scan: SCAN }] }), { processorMs: 0 })).toMatchObject({
      kind: 'refused',
      refusal: 'no_text',
      reason: expect.stringContaining(
        'page 1 was not read by OCR: The page was not read within 0 s of CPU time',
      ) as string,
    });
  });

  it('leaves out a page that it reads with too little confidence', async () => {
    const { jpeg } = SCAN;
    // From here on, the picture is noise.
    const noisy = jpeg.map((byte, at) =>
      at < 2_000 || at > jpeg.length - 2 || byte === 0xff ? byte : (byte * 7 + at) & 0x7f,
    );
    const loaded = await read(aPdf({ pages: [{ texts: PRINTED }, { scan: { ...SCAN, jpeg: noisy } }] }));
    expect(loaded).toMatchObject({ kind: 'document' });
    if (loaded.kind === 'document')
      expect(loaded.document.lines.every(({ layout }) => layout.page === 1)).toBe(true);
  });

  it.each([
    ['a JPEG that is cut off', { ...SCAN, jpeg: SCAN.jpeg.subarray(0, 900) }],
    ['a JPEG that is none', { ...SCAN, jpeg: new Uint8Array(500).fill(65) }],
    ['a size of 10,000 million pixels', { ...SCAN, width: 100_000, height: 100_000 }],
  ])('survives %s, and reads the other pages', async (_what, scan) => {
    const { lines } = await document(aPdf({ pages: [{ scan }, { scan: SCAN }] }));
    expect(lines.some(({ text, layout }) => layout.page === 2 && text.includes('Wire rope'))).toBe(true);
    expect(lines.some(({ layout }) => layout.page === 1)).toBe(false);
  });

  it('limits the memory of a page', async () => {
    const loaded = await read(aPdf({ pages: [{ scan: SCAN }, {}] }), {
      memoryMb: 30,
      cache: { get: () => null, put: () => undefined },
    });
    expect(loaded).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('needs more than 30 MB of memory') as string,
    });
  });

  it('names the language data that is missing', () => {
    expect(() => open({ languages: 'deu+eng', folder })).not.toThrow();
    return expect(
      (async () => {
        const file = join(folder, 'x.pdf');
        writeFileSync(file, aPdf({ pages: [{ scan: SCAN }] }));
        const reader = open({ languages: 'deu+eng', folder });
        try {
          await reader.read(file, 'pdf');
        } finally {
          await reader.close();
        }
      })(),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('deu.traineddata') as string,
    });
  });
});
