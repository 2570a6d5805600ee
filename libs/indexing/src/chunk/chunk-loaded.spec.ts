import { sectionsOf, type DocumentLine, type LoadedDocument } from '@quarry/documents';
import { countTokens } from '@quarry/turn';
import { chunkLoaded } from './chunk-loaded';

const WINDOW = { tokens: 100, overlap: 20 };

const heading = (text: string, level: number, page = 1): DocumentLine => ({
  text,
  kind: 'heading',
  level,
  layout: { page, box: [72, 100, 300, 114] },
});
const prose = (count: number, page = 1, from = 0): DocumentLine[] =>
  Array.from({ length: count }, (_, i) => ({
    text: `Line ${from + i} says that the revenue of year ${1900 + from + i} was higher than before.`,
    kind: 'text',
    layout: { page, box: [72, 120 + 12 * i, 500, 132 + 12 * i] },
  }));

function chunk(lines: readonly DocumentLine[], more: Partial<LoadedDocument> = {}, window = WINDOW) {
  const document: LoadedDocument = {
    format: 'pdf',
    title: 'Report',
    lines,
    outline: [],
    pages: 3,
    remarks: [],
    ...more,
  };
  const path = 'a/report.pdf';
  return chunkLoaded({ path, document, sections: sectionsOf({ path, ...document }), window });
}

describe('chunkLoaded', () => {
  const lines = [
    heading('Results', 1),
    ...prose(12),
    heading('Outlook', 1, 2),
    heading('Markets', 2, 2),
    ...prose(9, 2, 50),
    ...prose(3, 3, 90),
    heading('Risks', 1, 3),
    ...prose(10, 3, 200),
  ];

  it('cuts whole lines within sections, with the title path and each line’s position', () => {
    const chunks = chunk(lines);
    for (const { id, text, startLine, endLine, layout, ...rest } of chunks) {
      const own = lines.slice(startLine - 1, endLine);
      expect(text).toBe(own.map((line) => line.text).join('\n'));
      expect(id).toBe(`a/report.pdf#L${startLine}-L${endLine}`);
      expect(layout).toEqual(own.map((line) => line.layout));
      expect(rest).toMatchObject({ format: 'pdf', language: 'text', kind: 'window' });
      expect(countTokens(text)).toBeLessThanOrEqual(WINDOW.tokens);
    }
    const covered = new Set(
      chunks.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, i) => startLine + i),
      ),
    );
    expect(covered.size).toBe(lines.length);
    const titled = new Map(chunks.map(({ title, section }) => [section, title]));
    expect(Object.fromEntries(titled)).toEqual({
      'a/report.pdf#results': 'Report › Results',
      // A heading joins its first subsection.
      'a/report.pdf#outlook': 'Report › Outlook',
      'a/report.pdf#outlook/markets': 'Report › Outlook › Markets',
      'a/report.pdf#risks': 'Report › Risks',
    });
    for (const { startLine, endLine } of chunks)
      expect([14, 28].some((first) => startLine < first && first <= endLine)).toBe(false);
  });

  it('has the bounding box of its lines on each page', () => {
    const across = chunk(lines).find(({ pages = [] }) => pages.length === 2);
    expect(across?.pages?.map(({ page }) => page)).toEqual([2, 3]);
    expect(across?.pages?.[1]?.box).toEqual([72, 120, 500, 156]);
  });

  it('joins tiny neighbours only under the same parent', () => {
    const forms = Array.from({ length: 40 }, (_, i) => [
      heading(`Item ${i + 1}. Matter`, 1),
      ...prose(1, 1, i),
    ]).flat();
    const chunks = chunk(forms);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.length).toBeLessThan(40);
    for (const { text } of chunks) expect(countTokens(text)).toBeGreaterThan(WINDOW.tokens / 3);
  });

  it('cuts an overlong line at sentence ends, without the cells of the whole row', () => {
    const text = Array.from({ length: 240 }, (_, i) => `Sentence ${i} is about something.`).join(' ');
    const chunks = chunk([{ text, kind: 'row', layout: { source: 7, cells: [[0, 9, 10, 20]] } }], {
      format: 'html',
      pages: null,
    });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[1]).toMatchObject({
      id: 'a/report.pdf#L1-L1~2',
      sourceLines: [7, 7],
      layout: [{ source: 7 }],
    });
    expect(chunks[1]).not.toHaveProperty('pages');
    for (const one of chunks) {
      expect(text).toContain(one.text);
      expect(one.text).toMatch(/\.$/);
    }
  });

  it('keeps the cells of a whole row, omits unknown positions, and returns no chunks for empty text', () => {
    const row: DocumentLine = { text: 'a | 1', kind: 'row', layout: { page: 1, cells: [[0, 1, 72, 80]] } };
    expect(chunk([row])[0]).toMatchObject({ layout: [row.layout], pages: [{ page: 1, box: null }] });
    const bare = chunk([{ text: 'words', kind: 'text', layout: {} }], { format: 'docx', pages: null });
    expect(bare).toHaveLength(1);
    for (const field of ['layout', 'pages', 'sourceLines']) expect(bare[0]).not.toHaveProperty(field);
    expect(chunk([{ text: '---', kind: 'text', layout: {} }])).toEqual([]);
    expect(chunk([])).toEqual([]);
  });

  it('has a different hash below a different title, because the embedded text includes the title path', () => {
    const one = chunk(prose(20), { title: 'Aims' });
    const other = chunk(prose(20), { title: 'Ends' });
    expect(one[1]?.text).toBe(other[1]?.text);
    expect(one[1]?.contentHash).not.toBe(other[1]?.contentHash);
  });

  describe('tables', () => {
    const row = (text: string, head = false): DocumentLine => ({
      text,
      kind: 'row',
      ...(head && { head: true }),
      layout: {},
    });
    const parts = Array.from({ length: 40 }, (_, i) => row(`PN-${1000 + i} | Bolt of size ${i} | ${i}.50`));
    const table = [row('PN | Name | Price', true), ...parts];
    const caption: DocumentLine = { text: '(In thousands of dollars)', kind: 'text', layout: {} };

    it('carry their caption and head into each chunk of their rows, and no row is repeated', () => {
      const chunks = chunk([caption, ...table], { pages: null });
      const head = '(In thousands of dollars)\nPN | Name | Price';
      expect(chunks.length).toBeGreaterThan(3);
      expect(chunks[0]?.text.startsWith(head)).toBe(true);
      expect(chunks[0]).not.toHaveProperty('tableHead');
      for (const one of chunks.slice(1)) expect(one.tableHead).toBe(head);
      expect(chunks.flatMap(({ text }) => text.split('\n'))).toEqual(
        [caption, ...table].map(({ text }) => text),
      );
      for (const { text, tableHead = '' } of chunks)
        expect(countTokens(`${tableHead}\n${text}`)).toBeLessThanOrEqual(WINDOW.tokens);
    });

    it('repeat no rule of dashes and no padding of a head in Markdown', () => {
      const padded = row(`| PN      | Name${' '.repeat(300)}| Price |`, true);
      const rule = row(`| ------- | ${'-'.repeat(300)} | :---: |`, true);
      const [, second] = chunk([caption, padded, rule, ...parts], { pages: null });
      expect(second?.tableHead).toBe('(In thousands of dollars)\n| PN | Name | Price |');
    });

    it('carry the introduction at the end of the page before, past its number', () => {
      const on = (line: DocumentLine, page: number): DocumentLine => ({
        ...line,
        layout: { ...line.layout, page },
      });
      const introduction: DocumentLine = { text: 'As follows (in thousands):', kind: 'text', layout: {} };
      const number: DocumentLine = { text: '40', kind: 'text', layout: {} };
      const lines = [introduction, number].map((line) => on(line, 1));
      const chunks = chunk([...lines, ...table.map((line) => on(line, 2))], { pages: 2 });
      const heads = chunks.flatMap(({ tableHead }) => tableHead ?? []);
      expect(heads.length).toBeGreaterThan(0);
      for (const one of heads) expect(one).toMatch(/^As follows \(in thousands\):/);
      expect(chunks.flatMap(({ layout = [] }) => layout.map((place) => place.table)).slice(0, 3)).toEqual([
        'caption',
        undefined,
        'head',
      ]);
    });

    it('begin a chunk of their own with their caption if they do not fit behind the text above', () => {
      const chunks = chunk([...prose(4), caption, ...table], { pages: null });
      const own = chunks.find(({ text }) => text.includes('PN | Name'));
      expect(own?.text.split('\n')[0]).toBe(caption.text);
    });

    it('embed their head with their rows', () => {
      const [, second] = chunk(table, { pages: null });
      const [, other] = chunk([row('Part | Title | Cost', true), ...parts], { pages: null });
      expect(second?.text).toBe(other?.text);
      expect(second?.contentHash).not.toBe(other?.contentHash);
    });

    it('keep a long row whole', () => {
      const text = `PN-1 | ${'word '.repeat(250).trim()}`;
      const chunks = chunk([row('PN | Note', true), row(text), row('PN-2 | short')], { pages: null });
      expect(chunks.map((one) => one.text)).toContain(text);
    });
  });
});
