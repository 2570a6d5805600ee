import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownLines } from '../testing/loading';
import { openDocumentParser } from './open-parser';
import { startParserServer, type ParserServer } from './testing/parser-server';

const folder = mkdtempSync(join(tmpdir(), 'quarry-parser-'));
const file = join(folder, 'bericht ä.pdf');
let server: ParserServer;
beforeAll(async () => {
  writeFileSync(file, '%PDF-1.7 content');
  server = await startParserServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.asked.length = 0;
  server.replies.length = 0;
});

const parse = (kind: string, options = {}) => {
  const parser = openDocumentParser(`${kind}:${server.url}/`, options);
  if (!parser) throw new Error('no parser');
  return parser.parse(file, 'pdf');
};
async function documentBy(kind: string) {
  const loaded = await parse(kind);
  if (loaded.kind === 'refused') throw new Error(loaded.reason);
  return loaded.document;
}
async function refusalBy(kind: string, options = {}): Promise<string> {
  const loaded = await parse(kind, options);
  return loaded.kind === 'refused' ? `${loaded.refusal}: ${loaded.reason}` : loaded.kind;
}

const place = (page_no: number, l: number, t: number, r: number, b: number) => [
  { page_no, bbox: { l, t, r, b, coord_origin: 'BOTTOMLEFT' } },
];
const ref = (to: string) => ({ $ref: `#/${to}` });
const cell = (text: string, row: number, column: number, column_header = false) => ({
  ...{ text, column_header, start_row_offset_idx: row, start_col_offset_idx: column },
});
const DOCLING = {
  status: 'success',
  document: {
    json_content: {
      name: 'bericht',
      body: {
        children: ['texts/0', 'texts/1', 'groups/0', 'tables/0', 'pictures/0', 'texts/6', 'groups/0'].map(
          ref,
        ),
      },
      groups: [{ children: [ref('texts/2'), ref('groups/0')] }],
      texts: [
        { label: 'title', text: 'Annual report', prov: place(1, 72, 700, 300, 680) },
        { label: 'section_header', level: 1, text: 'Sales', prov: place(1, 72, 600, 300, 590) },
        { label: 'list_item', marker: '1.', text: 'Up by 5 %', prov: place(1, 72, 580, 300, 570) },
        { label: 'caption', text: 'Sales, in millions', prov: place(2, 72, 700, 300, 690) },
        { label: 'caption', text: 'A map', prov: place(2, 72, 300, 300, 290) },
        { label: 'page_footer', text: '2', prov: [] },
        { label: 'page_header', text: 'Report', prov: [] },
      ],
      tables: [
        {
          captions: [ref('texts/3')],
          prov: place(2, 72, 680, 500, 600),
          data: {
            grid: [
              [cell('', 0, 0, true), cell('Year', 0, 1, true), cell('Year', 0, 1, true)],
              [cell('', 1, 0, true), cell('2022', 1, 1, true), cell('2021', 1, 2, true)],
              [cell('All | of it', 2, 0), cell('5,298', 2, 1), cell('5,298', 2, 1)],
            ],
          },
        },
      ],
      pictures: [{ captions: [ref('texts/4')], prov: place(2, 72, 500, 500, 320) }, { prov: [] }],
      pages: { 1: { size: { width: 612, height: 792 } }, 2: { size: { width: 612, height: 792 } } },
    },
  },
};

describe('Docling Serve', () => {
  it('gets the file in a form, and its document has pages, boxes and tables with their heads', async () => {
    server.replies.push({ body: JSON.stringify(DOCLING) });
    const document = await documentBy('docling');
    const [asked] = server.asked;
    expect([asked?.method, asked?.path]).toEqual(['POST', '/v1/convert/file']);
    expect(asked?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(asked?.body.toString()).toMatch(
      /filename="bericht ä\.pdf"[\s\S]*%PDF-1\.7 content[\s\S]*to_formats"\s+json/,
    );
    expect(asked?.headers.authorization).toBeUndefined();
    expect(document).toMatchObject({ format: 'pdf', title: 'Annual report', pages: 2, remarks: [] });
    expect(shownLines(document)).toEqual([
      '# Annual report',
      '## Sales',
      '1. Up by 5 %',
      'Sales, in millions',
      '||  | Year | Year',
      '||  | 2022 | 2021',
      '| All \\| of it | 5,298 | ',
      'Picture: A map',
    ]);
    expect(document.lines[0]?.layout).toEqual({ page: 1, box: [72, 92, 300, 112] });
  });

  it('refuses a file with the reason of the server', async () => {
    server.replies.push({
      body: JSON.stringify({ ...DOCLING, status: 'failure', errors: [{ error_message: 'no PDF' }] }),
    });
    expect(await refusalBy('docling')).toBe('damaged: Docling could not convert the file: no PDF.');
  });
});

describe('Apache Tika', () => {
  it('gets the bytes, and its XHTML has pages', async () => {
    server.replies.push({
      body: '<html><head><title>Bericht</title></head><body><div class="page"><p>One</p></div><div class="page"><h2>Two</h2><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></div></body></html>',
    });
    const document = await documentBy('tika');
    const [asked] = server.asked;
    expect([asked?.method, asked?.path, asked?.body.toString()]).toEqual([
      'PUT',
      '/tika',
      '%PDF-1.7 content',
    ]);
    expect(asked?.headers['accept']).toBe('text/html');
    expect(asked?.headers['content-disposition']).toContain('bericht%20%C3%A4.pdf');
    expect(document).toMatchObject({ title: 'Bericht', pages: 2 });
    expect(document.lines.map(({ text, kind, layout }) => [text, kind, layout.page])).toEqual([
      ['One', 'text', 1],
      ['Two', 'heading', 2],
      ['a | b', 'row', 2],
      ['1 | 2', 'row', 2],
    ]);
  });

  it('refuses a document without text', async () => {
    server.replies.push({ body: '<html><body></body></html>' });
    expect(await refusalBy('tika')).toMatch(/^no_text: /);
  });
});

describe.each(['docling', 'tika'])('a server of %s that fails', (kind) => {
  it('is asked again in the next run if it is busy, gone or silent', async () => {
    server.replies.push({ status: 503, body: 'busy' }, 'hang');
    expect(await refusalBy(kind)).toMatch(/^timeout: .*status 503: busy\. The next run asks it again/);
    expect(await refusalBy(kind, { timeoutMs: 100 })).toMatch(/^timeout: .*did not answer within 0\.1 s/);
    const gone = openDocumentParser(`${kind}:http://127.0.0.1:9`);
    expect(await gone?.parse(file, 'pdf')).toMatchObject({ refusal: 'timeout' });
  });

  it('is not followed elsewhere, and its other replies are refusals', async () => {
    const headers = { location: `${server.url}/else` };
    server.replies.push(
      { status: 307, body: '', headers },
      { status: 422, body: 'bad file' },
      { body: 'hello' },
    );
    expect(await refusalBy(kind)).toMatch(/^damaged: .*Redirects are not followed/);
    expect(await refusalBy(kind)).toMatch(/^damaged: .*status 422: bad file/);
    expect(await refusalBy(kind)).toMatch(/^damaged: .*reply that cannot be read/);
    expect(server.asked).toHaveLength(3);
  });

  it('does not get files beyond the limit, and is left when the run is cancelled', async () => {
    expect(await refusalBy(kind, { maxBytes: 3 })).toMatch(/^too_large: /);
    expect(server.asked).toEqual([]);
    server.replies.push('hang');
    const parser = openDocumentParser(`${kind}:${server.url}`);
    const parsing = parser?.parse(file, 'pdf', AbortSignal.timeout(50));
    await expect(parsing).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('openDocumentParser', () => {
  it.each(['http://localhost', 'tika:ftp://x', 'tika:', 'word:http://x', 'docling:http://a:geheim@x'])(
    'rejects %s, without repeating it',
    (url) => {
      expect(() => openDocumentParser(url)).toThrow(/^DOCUMENT_PARSER_URL .*supported: none, docling:/);
      expect(() => openDocumentParser(url)).not.toThrow(/geheim/);
    },
  );

  it('is off by default', () => {
    expect(openDocumentParser('none')).toBeNull();
  });
});
