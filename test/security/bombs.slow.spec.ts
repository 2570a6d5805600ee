import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { docxParts, paragraph } from '../../libs/documents/src/docx/testing/docx-of';
import { zipOf } from '../../libs/documents/src/office/testing/zip-of';
import { aPdf, file, stream } from '../../libs/documents/src/testing/a-pdf';
import { SOURCES } from '../api/gateway-under-test';
import type { BombKind, Burst } from './bomb-process';
import { AttackFamily } from './attack-family';

const MB = 1_000_000;
/** CPU time and memory that a bomb may cost before it is refused. */
const MAX_CPU_MS = 1_000;
const MAX_RSS_MB = 64;

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const CHUNKS = 'regular_code_bundle/chunks.json';
const CHUNK = JSON.stringify([{ Id: 1, File: 'a.cs', Class: 'A', Member: 'M', Text: 'namespace N { }' }]);

const HARMLESS: Readonly<Record<BombKind, () => Uint8Array>> = {
  docx: () => zipOf(docxParts(paragraph('Some text', 'H1'))),
  pdf: () => aPdf({ pages: [{ texts: [{ x: 50, y: 60, text: 'Some text' }] }] }),
  html: () => Buffer.from('<h1>Title</h1><p>Body</p>'),
  bundle: () => zipOf({ [CHUNKS]: CHUNK }),
};

/** A PDF of one page with these entries, whose object 4 is the stream. */
const onePage = (entries: string, dictionary: string, content: Uint8Array): Uint8Array =>
  file(
    [
      CATALOG,
      PAGES,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${entries} >>`,
      stream(dictionary, Buffer.from(content).toString('latin1')),
    ],
    '/Root 1 0 R',
  );
const FONT = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
const spaces = (length: number): Uint8Array => deflateSync(Buffer.alloc(length, ' '));

/** Entity on entity, ten of each: a thousand million, if anybody expanded them. */
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE w [${Array.from({ length: 10 }, (_, n) =>
  n === 0 ? '<!ENTITY e0 "lol">' : `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`,
).join(
  '',
)}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body></w:document>`;

/** `refusal`: what is said of it; null where it is within the limits, and read. */
const BOMBS: readonly (readonly [
  what: string,
  kind: BombKind,
  make: () => Uint8Array,
  refusal: RegExp | null,
])[] = [
  [
    'a Word file of 100 MB of blanks',
    'docx',
    () => zipOf(docxParts(paragraph('x'), { 'word/comments.xml': ' '.repeat(100 * MB) })),
    /^too_large/,
  ],
  [
    'a Word file that says that it is small',
    'docx',
    () => zipOf(docxParts(paragraph('x'), { 'word/comments.xml': ' '.repeat(100 * MB) }), { declared: 900 }),
    /^too_large/,
  ],
  [
    'a Word file of 300 parts of a megabyte',
    'docx',
    () => {
      const parts = Array.from({ length: 300 }, (_, n) => [`word/part${n}.xml`, '<x/>'] as const);
      return zipOf({ ...docxParts(paragraph('x')), ...Object.fromEntries(parts) }, { declared: 900_000 });
    },
    /^too_large/,
  ],
  [
    'a Word file with entities of entities',
    'docx',
    () => zipOf(docxParts('', { 'word/document.xml': LAUGHS })),
    /^(?:no_text|damaged)/,
  ],
  [
    'a Word file of tables within tables',
    'docx',
    () =>
      zipOf(
        docxParts(
          `${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${paragraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`,
        ),
      ),
    /^too_(?:deep|large)/,
  ],
  [
    'a PDF whose page unpacks to 300 MB',
    'pdf',
    () => onePage(`/Contents 4 0 R ${FONT}`, '/Filter /FlateDecode', spaces(300 * MB)),
    /^too_large/,
  ],
  [
    'a PDF whose page is packed twice',
    'pdf',
    () =>
      onePage(
        `/Contents 4 0 R ${FONT}`,
        '/Filter [/FlateDecode /FlateDecode]',
        deflateSync(spaces(300 * MB)),
      ),
    /^too_large/,
  ],
  [
    'a PDF with a picture of 60,000 by 60,000 points',
    'pdf',
    () =>
      onePage(
        '/Resources << /XObject << /I 4 0 R >> >>',
        '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        spaces(60 * MB),
      ),
    /^no_text/,
  ],
  [
    'a PDF of lists within lists',
    'pdf',
    () =>
      file(
        [
          `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(50_000)}${']'.repeat(50_000)} >>`,
          PAGES,
          '<< /Type /Page /Parent 2 0 R >>',
        ],
        '/Root 1 0 R',
      ),
    /^too_deep/,
  ],
  [
    'a page of elements within elements',
    'html',
    () => Buffer.from('<div>'.repeat(1_000_000)),
    /^too_(?:deep|large)/,
  ],
  [
    'a bundle that unpacks to 100 MB',
    'bundle',
    () => zipOf({ [CHUNKS]: ' '.repeat(100 * MB) }),
    /would unpack to more than is allowed/,
  ],
  [
    'a bundle that says that it is small',
    'bundle',
    () => zipOf({ [CHUNKS]: ' '.repeat(100 * MB) }, { declared: 900 }),
    /would unpack to more than is allowed|not a readable zip/,
  ],
  [
    'a bundle of lists within lists',
    'bundle',
    () => zipOf({ [CHUNKS]: '['.repeat(500_000) }),
    /not a JSON list/,
  ],
  [
    'a bundle of 60,000 empty files',
    'bundle',
    () =>
      zipOf({
        ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`${n}`, ''])),
        [CHUNKS]: CHUNK,
      }),
    null,
  ],
];

describe('T8: bombs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-bombs-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const put = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const endingOf = (kind: BombKind): string => (kind === 'bundle' ? 'zip' : kind);

  const family = new AttackFamily('test/security/bombs.slow.spec.ts');
  it.each(BOMBS)(
    '%s is refused, or read, before it bursts',
    async (what, kind, make, refusal) => {
      const harmless = put(`harmless.${endingOf(kind)}`, HARMLESS[kind]());
      await family.row({
        name: what,
        benign: harmless,
        attacks: [put(`bomb.${endingOf(kind)}`, make())],
        send: async (path) => {
          const { stdout } = await promisify(execFile)(process.execPath, [
            '--expose-gc',
            ...SOURCES,
            join(__dirname, 'bomb-process.ts'),
            kind,
            harmless,
            path,
          ]);
          return JSON.parse(stdout) as Burst;
        },
        reached: (burst) => burst.harmless === null && burst.refusal === null,
        judge: (burst) => {
          expect(burst.refusal).toEqual(refusal === null ? null : expect.stringMatching(refusal));
          expect(burst.cpuMs).toBeLessThan(MAX_CPU_MS);
          expect(burst.rssMb).toBeLessThan(MAX_RSS_MB);
        },
      });
    },
    120_000,
  );

  it('were all of them', () => {
    family.counted();
  });
});
