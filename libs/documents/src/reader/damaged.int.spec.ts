import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Loaded } from '../document';
import { REFUSALS } from '../document';
import { aPdf, type PdfParts } from '../testing/a-pdf';
import { randomFrom } from '../../../../test/sample';
import { Reading } from '../testing/reading';

/** Real files that break PDF readers: public data next to the repository, if it is available. */
const REAL = join(__dirname, '../../../../../shared/data/adversarial/pdf');

const reading = new Reading({ processorMs: 20_000 });
afterAll(() => reading.close());

const texts = Array.from({ length: 12 }, (_, i) => ({
  x: 50 + (i % 3) * 150,
  y: 60 + 20 * i,
  text: `Cell ${i} of (many)`,
}));
const SOUND: readonly PdfParts[] = [
  { pages: [{ texts }], title: 'Sound' },
  { pages: [{ texts }, { texts, rotate: 90 }, { image: true }], compressed: true },
  {
    pages: [{ texts }, { texts }],
    depth: 5,
    outline: [{ title: 'One', page: 1, top: 50, children: [{ title: 'Two', page: 2, top: 90 }] }],
  },
];

/** Typical damages by transfer and by faulty programs. */
const DAMAGES: Readonly<Record<string, (bytes: Uint8Array, random: () => number) => Uint8Array>> = {
  'cut off': (bytes, random) => bytes.slice(0, Math.floor(random() * bytes.length)),
  'without a beginning': (bytes, random) => bytes.slice(Math.floor(random() * bytes.length)),
  'with other bytes': (bytes, random) => {
    const other = bytes.slice();
    for (let i = 0; i < 1 + random() * 40; i++)
      other[Math.floor(random() * other.length)] = Math.floor(random() * 256);
    return other;
  },
  'with other digits': (bytes, random) =>
    bytes.map((byte) =>
      byte >= 48 && byte <= 57 && random() < 0.05 ? 48 + Math.floor(random() * 10) : byte,
    ),
  'with a wrong cross-reference': (bytes, random) => {
    const text = Buffer.from(bytes).toString('latin1');
    const moved = text.replace(
      /\d{10} 00000 n/g,
      () => `${String(Math.floor(random() * bytes.length * 2)).padStart(10, '0')} 00000 n`,
    );
    return new Uint8Array(
      Buffer.from(moved.replace(/startxref\n\d+/, `startxref\n${Math.floor(random() * 1e9)}`), 'latin1'),
    );
  },
  'with references to other objects': (bytes, random) => {
    const text = Buffer.from(bytes).toString('latin1');
    const other = text.replace(/\d{1,4} 0 R/g, (all) =>
      random() < 0.4 ? `${Math.floor(random() * 14)} 0 R` : all,
    );
    return new Uint8Array(Buffer.from(other, 'latin1'));
  },
};

/** A file is read, or refused with a reason. A hang or a dead thread is a failure. */
function expectAnswer(loaded: Loaded): void {
  if (loaded.kind === 'document') {
    const { lines, pages } = loaded.document;
    expect(lines.length).toBeGreaterThan(0);
    for (const { text, layout } of lines) {
      expect(layout.page).toBeGreaterThanOrEqual(1);
      expect(layout.page).toBeLessThanOrEqual(pages ?? 0);
      // The tag of a picture may have no box.
      if (layout.box === undefined) expect(text).toMatch(/^Picture: /);
      else expect(layout.box.every(Number.isFinite)).toBe(true);
    }
    return;
  }
  expect(REFUSALS.filter((refusal) => refusal !== 'timeout' && refusal !== 'memory')).toContain(
    loaded.refusal,
  );
  expect(loaded.reason).toMatch(/^The (?:PDF|objects|file) .{10,}\.$/);
}

describe('damaged PDFs', () => {
  const cases = Object.keys(DAMAGES).flatMap((damage) => SOUND.map((_, i) => [damage, i] as const));

  it.each(cases)('%s (file %i): read or refused', async (damage, i) => {
    const sound = SOUND[i];
    const bytes = sound ? aPdf(sound) : new Uint8Array();
    for (let seed = 0; seed < 8; seed++) {
      expectAnswer(await reading.read(DAMAGES[damage]?.(bytes, randomFrom(seed * 100 + i)) ?? bytes));
    }
  });

  it('reads or rejects random bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 });
    const words = [
      '%PDF-1.7\n',
      '1 0 obj',
      '<<',
      '>>',
      '[',
      ']',
      'stream\n',
      'endstream',
      'trailer',
      '/Root 1 0 R',
      '/Pages',
      'xref',
    ];
    const tokens = fc.array(fc.constantFrom(...words, '/Kids', '/Length 9', ' 0 R ', '(', '%%EOF'), {
      maxLength: 200,
    });
    const any = fc.oneof(
      bytes,
      tokens.map((list) => new Uint8Array(Buffer.from(`%PDF-1.4\n${list.join(' ')}`))),
    );
    await fc.assert(
      fc.asyncProperty(any, async (one) => {
        expectAnswer(await reading.read(one));
      }),
      { numRuns: 100, seed: 6 },
    );
  });

  if (!existsSync(REAL)) {
    it.skip('the real files are not available next to the repository', () => undefined);
    return;
  }
  const real = readdirSync(REAL).filter((name) => name.endsWith('.pdf'));

  it('include at least 50 real files', () => {
    expect(real.length).toBeGreaterThanOrEqual(50);
  });

  it.each(real)('%s: read or refused', async (name) => {
    expectAnswer(await reading.readFile(join(REAL, name)));
  });
});
