import fc from 'fast-check';
import { sectionsOf } from '../sections/sections-of';
import { loadDocx } from './load-docx';
import { docxParts, paragraph, table } from './testing/docx-of';
import { zipOf } from '../office/testing/zip-of';
import { kindFile, loadedBy, shownLines } from '../testing/loading';

const FOOTNOTE = '<w:p><w:r><w:t>Income rose.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
const BULLET = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const REPORT = [
  paragraph('Annual report', 'T'),
  paragraph('Sales', 'H1'),
  paragraph('Sales by segment follow.'),
  table(['Segment', '2:Year'], ['', '2022', '2021'], ['Consumer', '5,298', '5,856']),
  paragraph('By region', 'Kop2'),
  FOOTNOTE,
  paragraph('Europe', '', BULLET),
  paragraph('Asia', '', BULLET),
].join('');
const CORE = {
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:title>R&amp;D report</dc:title></cp:coreProperties>`,
};

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const loaded = await loadDocx(bytes);
  return loaded.kind === 'refused' ? `${loaded.refusal}: ${loaded.reason}` : loaded.kind;
}

describe('loadDocx', () => {
  it('reads headings by their style, tables, lists and notes', async () => {
    const loaded = await loadDocx(zipOf(docxParts(REPORT, CORE)));
    expect(loaded).toMatchObject({
      kind: 'document',
      document: { format: 'docx', title: 'R&D report', pages: null, outline: [] },
    });
    const lines = loaded.kind === 'document' ? loaded.document.lines : [];
    expect(lines.map(({ text, kind, level }) => [text, level ?? kind])).toEqual([
      ['Annual report', 'text'],
      ['Sales', 1],
      ['Sales by segment follow.', 'text'],
      ['Segment | Year | ', 'row'],
      [' | 2022 | 2021', 'row'],
      ['Consumer | 5,298 | 5,856', 'row'],
      ['By region', 2],
      ['Income rose.[1]', 'text'],
      ['- Europe', 'text'],
      ['- Asia', 'text'],
      ['1. Before tax.', 'text'],
    ]);
    expect(lines.every(({ layout }) => layout.source === undefined)).toBe(true);
    const long = [...lines, { text: 'words '.repeat(100), kind: 'text' as const, layout: {} }];
    expect(sectionsOf({ path: 'r.docx', lines: long, outline: [], pages: null }).map(({ id }) => id)).toEqual(
      ['r.docx', 'r.docx#by-region'],
    );
  });

  it('reads comments with what they are about, and reports what is left out', async () => {
    const document = await loadedBy(loadDocx, kindFile('mooring.docx'));
    expect(shownLines(document)).toEqual([
      '# Mooring contract',
      'The fee is due within 14 days.',
      'Picture: Plan of the berth',
      '# Comments',
      'Comment by Ines Moro on “The fee is due within 14 days.”: Was 30 days before.',
    ]);
    expect(document.remarks).toEqual([
      '1 picture without a description was not read',
      'its headers and footers were not read',
    ]);
    const run = (tag: string, inside: string): string => `<w:${tag} w:id="7"><w:r>${inside}</w:r></w:${tag}>`;
    const tracked = `<w:p>${run('ins', '<w:t>new</w:t>')}${run('del', '<w:delText>old</w:delText>')}</w:p>`;
    const changed = await loadedBy(loadDocx, zipOf(docxParts(tracked)));
    expect(shownLines(changed)).toEqual(['new']);
    expect(changed.remarks).toEqual(['1 tracked deletion was left out']);
  });

  it('rejects damaged, protected and other files with a reason', async () => {
    const good = zipOf(docxParts(REPORT));
    expect(await refusalOf(new Uint8Array())).toMatch(/^damaged: The file is not a Word file/);
    expect(await refusalOf(good.subarray(0, good.length - 40))).toMatch(/^damaged: /);
    expect(await refusalOf(zipOf({ 'xl/workbook.xml': '<x/>' }))).toMatch(/^damaged: .* no part `word\/`/);
    expect(await refusalOf(zipOf({ 'word/document.xml': '<w:document' }))).toMatch(/^damaged: /);
    expect(await refusalOf(zipOf(docxParts(REPORT), { encrypted: true }))).toMatch(/^encrypted: .* password/);
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await refusalOf(ole)).toMatch(/^damaged: .* old format/);
    const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await refusalOf(locked)).toMatch(/^encrypted: /);
    expect(await refusalOf(zipOf(docxParts(paragraph(''))))).toMatch(/^no_text: /);
  });

  it('unpacks no bomb, whatever size it declares', async () => {
    expect(await refusalOf(zipOf(docxParts(REPORT), { declared: 150_000_000 }))).toMatch(/^too_large: /);
    const bomb = zipOf(docxParts(REPORT, { 'word/comments.xml': ' '.repeat(210_000_000) }), {
      declared: 1_000,
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusalOf(bomb)).toMatch(/^too_large: /);
  });

  it('rejects deeply nested tables', async () => {
    const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${paragraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`;
    expect(await refusalOf(zipOf(docxParts(deep)))).toMatch(/^too_deep: /);
  });

  it('never throws on damaged bytes', async () => {
    const good = zipOf(docxParts(REPORT, CORE));
    const flips = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at] = value;
        await loadDocx(bytes);
      }),
      { numRuns: 60 },
    );
  });
});
