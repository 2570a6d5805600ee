import type { LoadedDocument } from '../document';
import { loadCsv } from './load-csv';

async function read(content: string | Uint8Array): Promise<LoadedDocument> {
  const loaded = await loadCsv(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  if (loaded.kind === 'refused') throw new Error(`${loaded.refusal}: ${loaded.reason}`);
  return loaded.document;
}

const shown = ({ lines }: LoadedDocument): string[] =>
  lines.map(({ head, kind, text, layout }) => `${head ? 'head' : kind} ${layout.source}: ${text}`);

describe('loadCsv', () => {
  it.each([
    ['commas', 'PN,Price\nPN-01234,1.50\n'],
    ['semicolons', 'PN;Price\nPN-01234;1.50\n'],
    ['tabs', 'PN\tPrice\r\nPN-01234\t1.50\r\n'],
    ['bars', 'PN|Price\nPN-01234|1.50'],
    ['a byte order mark', '\ufeffPN,Price\nPN-01234,1.50\n'],
  ])('reads %s', async (_what, text) => {
    expect(shown(await read(text))).toEqual(['head 1: PN | Price', 'row 2: PN-01234 | 1.50']);
  });

  it('keeps quoted delimiters and line ends, and the line of the file of each record', async () => {
    const text = 'name,note\nBolt,"two\nlines, one cell"\n\nNut,"says ""hi"" | bar"\n';
    expect(shown(await read(text))).toEqual([
      'head 1: name | note',
      'row 2: Bolt | two lines, one cell',
      'row 5: Nut | says "hi" \\| bar',
    ]);
  });

  it('reads lines of one field before the table as its title', async () => {
    expect(shown(await read('Prices in EUR\n\nPN,Price\nA,1\nB,2\n'))).toEqual([
      'text 1: Prices in EUR',
      'head 3: PN | Price',
      'row 4: A | 1',
      'row 5: B | 2',
    ]);
  });

  it('has no head if the first record has values', async () => {
    expect(shown(await read('2024-01-01,7\n2024-01-02,9\n'))).toEqual([
      'row 1: 2024-01-01 | 7',
      'row 2: 2024-01-02 | 9',
    ]);
  });

  it('treats a formula as text', async () => {
    expect(shown(await read('a,b\n=cmd|calc,1\n'))[1]).toBe('row 2: =cmd\\|calc | 1');
  });

  it('reports quotes that are not closed, and an encoding that it had to guess', async () => {
    const { remarks } = await read('a,b\n"x,1\ny,2\n');
    expect(remarks).toEqual([
      'the quotes of the record on line 2 are not closed or not doubled; it was read as it stands',
    ]);
    const latin = await read(Uint8Array.from(Buffer.from('name,n\nN\u00e4f,1\n', 'latin1')));
    expect(latin.remarks).toEqual(['is not UTF-8; it was read as Windows-1252']);
    expect(latin.lines[1]?.text).toBe('Näf | 1');
  });

  it('refuses binary data and a table without text', async () => {
    await expect(read('a,\0\n')).rejects.toThrow('damaged');
    await expect(read(',,\n;\n')).rejects.toThrow('no_text');
  });
});
