import type { DocumentLine } from '../../document';
import { printedMarks } from './printed-marks';

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly x?: number;
  readonly kind?: 'text' | 'row';
  readonly wide?: number;
}

/** Lays out lines on pages as a PDF does. */
class Sheets {
  readonly lines: DocumentLine[] = [];
  #page = 0;
  #y = 0;

  page(header = 'Annual Report'): this {
    this.#page++;
    this.#y = 20;
    return this.add(header, { bold: true }).gap().gap();
  }

  gap(): this {
    this.#y += 14;
    return this;
  }

  add(text: string, { size = 10, bold = false, x = 50, kind = 'text', wide }: Style = {}): this {
    const width = wide ?? text.length * size * 0.5;
    const box = [x, this.#y, x + width, this.#y + size] as const;
    this.lines.push({ text, kind, size, ...(bold ? { bold } : {}), layout: { page: this.#page, box } });
    this.#y += size + 2;
    return this;
  }

  prose(lines = 6): this {
    for (let i = 0; i < lines; i++)
      this.add('The company makes products that people buy, and says so in many long lines of text.', {
        wide: 500,
      });
    return this.gap();
  }

  heading(text: string, style: Style = {}): this {
    return this.gap()
      .add(text, { bold: true, ...style })
      .gap();
  }

  marks(): [string, number][] {
    const marks = printedMarks(this.lines, this.#page);
    const ranks = [...new Set(marks.map(({ rank }) => rank))].sort((a, b) => a - b);
    return marks.map(({ title, rank }) => [title, ranks.indexOf(rank)]);
  }
}

describe('printedMarks', () => {
  it('finds numbered parts and bold headings between them, without the cover and running headers', () => {
    const sheets = new Sheets()
      .page()
      .heading('FORM 10-K', { size: 18 })
      .heading('3M COMPANY', { size: 18 })
      .prose()
      .page()
      .heading('PART I')
      .heading('Item 1. Business.')
      .prose()
      .heading('Distribution')
      .prose()
      .page()
      .heading('Item 8. Financial Statements')
      .heading('Notes to Consolidated Financial Statements')
      .heading('NOTE 1. Accounting Policies')
      .prose()
      .page()
      .add('NOTE 2. Revenue |  |  | ', { bold: true, kind: 'row' })
      .prose();
    expect(sheets.marks()).toEqual([
      ['PART I', 0],
      ['Item 1. Business.', 1],
      ['Distribution', 4],
      ['Item 8. Financial Statements', 1],
      ['Notes to Consolidated Financial Statements', 2],
      ['NOTE 1. Accounting Policies', 3],
      ['NOTE 2. Revenue', 3],
    ]);
  });

  it('keeps unnumbered chapters if only the notes after them are numbered', () => {
    const sheets = new Sheets();
    for (const title of ['Letter to Shareholders', 'Management Report', 'Outlook'])
      sheets.page().heading(title, { size: 18 }).prose();
    for (const at of [1, 2, 3]) sheets.page().heading(`Note ${at}. Leases`).prose();
    expect(sheets.marks().map(([title]) => title)).toEqual([
      'Letter to Shareholders',
      'Management Report',
      'Outlook',
      'Note 1. Leases',
      'Note 2. Leases',
      'Note 3. Leases',
    ]);
  });

  it('orders unnumbered headings by size, and decimal numbers by depth', () => {
    const sheets = new Sheets().page().heading('A Study of Loops', { size: 17 });
    for (const title of ['Abstract', '1 Introduction', '1.1 Aims', '2 Method'])
      sheets.heading(title, { size: 12 }).prose();
    expect(sheets.marks()).toEqual([
      ['A Study of Loops', 0],
      ['Abstract', 1],
      ['1 Introduction', 1],
      ['1.1 Aims', 2],
      ['2 Method', 1],
    ]);
  });

  it('joins a wrapped heading', () => {
    const sheets = new Sheets().page('an annual report').prose().gap();
    sheets.add('Item 5. Market for the Registrant’s Common Equity, Related Matters', {
      bold: true,
      wide: 480,
    });
    sheets.add('and Issuer Purchases of Equity Securities', { bold: true }).gap().prose();
    expect(sheets.marks().map(([title]) => title)).toEqual([
      'Item 5. Market for the Registrant’s Common Equity, Related Matters and Issuer Purchases of Equity Securities',
    ]);
  });

  it('does not mistake a bold paragraph, caption, date, cell or table-of-contents entry for a heading', () => {
    const sheets = new Sheets().page('(continued)');
    for (let i = 1; i < 9; i++) sheets.add(`Item ${i}. What it is about ${i * 2}`, { bold: true });
    sheets.page('(continued)');
    for (let i = 0; i < 8; i++)
      sheets.add('Bold words that go on and on in a paragraph of the text', { bold: true, wide: 480 });
    sheets.gap().prose();
    sheets.add('(in millions, except per share amounts)', { bold: true }).gap();
    sheets.add('Years ended December 31', { bold: true }).gap();
    sheets.add('Year | 2022 | 2021', { bold: true, kind: 'row' });
    sheets.add('Current assets', { bold: true });
    sheets.add('Cash | 1 | 2', { kind: 'row' });
    sheets.add('Gross margin', { bold: true, x: 300 });
    sheets.prose();
    expect(sheets.marks()).toEqual([]);
  });

  it('finds nothing in lines without font information', () => {
    expect(printedMarks([{ text: 'Item 1. Business', kind: 'text', layout: {} }], null)).toEqual([]);
  });
});
