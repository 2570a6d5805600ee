import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { aPdf, file, stream } from '../testing/a-pdf';
import { Reading, SOURCES } from '../testing/reading';
import type { DocumentReaderOptions } from './document-reader';

const GOOD = aPdf({ pages: [{ texts: [{ x: 50, y: 60, text: 'Some text' }] }] });
/** A page of 2,000,000 drawn words takes many seconds. */
const SLOW = packed(
  Buffer.from(
    Array.from(
      { length: 1_000_000 },
      (_, n) => `BT /F1 1 Tf 1 0 0 1 ${(n * 7) % 600} ${(n * 13) % 790} Tm (a) Tj (b) Tj ET\n`,
    ).join(''),
  ),
);
/** Large once unpacked, but not a bomb by its ratio: one comment that repeats itself at a distance. */
const LARGE = packed(Buffer.alloc(300e6, `%${randomBytes(10_000).toString('hex')}`));

let reading: Reading;
const open = (options?: DocumentReaderOptions): Reading => (reading = new Reading(options));
afterEach(() => reading.close());

describe('openDocumentReader', () => {
  it('reads each file by its format', async () => {
    open();
    const html = new Uint8Array(Buffer.from('<h1>Title</h1><p>Body</p>'));
    const all = await Promise.all([reading.read(GOOD), reading.read(html, 'html'), reading.read(GOOD)]);
    expect(
      all.map((loaded) =>
        loaded.kind === 'document' ? loaded.document.lines.map((line) => line.text) : loaded,
      ),
    ).toEqual([['Some text'], ['Title', 'Body'], ['Some text']]);
  });

  it('limits the CPU time of a file, and reads the next file', async () => {
    open({ processorMs: 2_000 });
    expect((await reading.read(GOOD)).kind).toBe('document');
    const [slow, good] = await Promise.all([reading.read(SLOW), reading.read(GOOD)]);
    expect(slow).toMatchObject({
      kind: 'refused',
      refusal: 'timeout',
      reason: expect.stringContaining('2 s of CPU time') as string,
    });
    expect(good.kind).toBe('document');
  });

  it('rejects a file that exceeded its limit between two checks', async () => {
    open({ processorMs: 0 });
    const html = new Uint8Array(Buffer.from('<p>Body</p>'));
    expect(await reading.read(html, 'html')).toMatchObject({ refusal: 'timeout' });
  });

  it('limits the memory of a file: objects and unpacked buffers', async () => {
    open({ memoryMb: 150 });
    expect((await reading.read(GOOD)).kind).toBe('document');
    const [objects, bomb, good] = await Promise.all([
      reading.read(SLOW),
      reading.read(LARGE),
      reading.read(GOOD),
    ]);
    expect(objects).toMatchObject({ refusal: 'memory', reason: expect.stringContaining('150 MB') as string });
    expect(bomb).toMatchObject({ refusal: 'memory' });
    expect(good.kind).toBe('document');
  });

  it('does not open a file that is too large, and reports a missing file', async () => {
    open({ maxBytes: 100 });
    expect(await reading.read(GOOD)).toMatchObject({
      refusal: 'too_large',
      reason: expect.stringContaining('MB') as string,
    });
    expect(await reading.readFile('/no/such/file.pdf')).toMatchObject({
      refusal: 'damaged',
      reason: expect.stringContaining('ENOENT') as string,
    });
  });

  it('cancels a file by its signal, in progress or waiting, and continues with the others', async () => {
    open();
    const stop = new AbortController();
    const slow = reading.read(SLOW, 'pdf', stop.signal).catch((error: unknown) => error);
    const good = reading.read(GOOD);
    const waiting = reading.read(GOOD, 'pdf', stop.signal).catch((error: unknown) => error);
    setTimeout(() => {
      stop.abort();
    }, 500);
    expect(await slow).toMatchObject({ code: 'cancelled' });
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    expect((await good).kind).toBe('document');
    await expect(reading.read(GOOD, 'pdf', stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('rejects waiting and later files once closed', async () => {
    open();
    const waiting = Promise.all([reading.read(SLOW), reading.read(GOOD)]).catch((error: unknown) => error);
    const path = reading.write(GOOD);
    await reading.end();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    await expect(reading.readFile(path)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does not keep an idle process alive', async () => {
    open();
    const script = join(__dirname, '../testing/read-once-process.ts');
    const child = spawn(process.execPath, [...SOURCES.execArgv, script, reading.write(GOOD)], {
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

/** A PDF with one page of this content, compressed. */
function packed(content: Buffer): Uint8Array {
  const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  return file(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${font} >> >>`,
      stream('/Filter /FlateDecode', deflateSync(content).toString('latin1')),
    ],
    '/Root 1 0 R',
  );
}
