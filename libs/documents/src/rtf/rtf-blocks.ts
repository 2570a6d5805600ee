import { escaped } from '../html/html-text';

/** Collects the text of an RTF file into blocks, as HTML: paragraphs, headings by their style, list items and rows. */
export class RtfBlocks {
  /** Level of heading by the number of the style. */
  readonly headings = new Map<number, number>();
  private readonly parts: string[] = [];
  private text = '';
  private style = -1;
  private outline = -1;
  /** Level of the list that the paragraph belongs to; -1: it is no item. */
  private list = -1;
  private inTable = false;
  private cells: string[] = [];
  private cell = '';
  private rows: string[] = [];

  html(): string {
    return this.parts.join('');
  }

  add(text: string): void {
    this.text += text;
  }

  word(name: string, value: number | null): void {
    if (/^(?:par|sect|page|nestcell|nestrow)$/.test(name)) this.endParagraph();
    else if (name === 'pard') [this.style, this.outline, this.list, this.inTable] = [-1, -1, -1, false];
    else if (name === 's') this.style = value ?? -1;
    else if (name === 'outlinelevel') this.outline = value ?? -1;
    else if (name === 'ls') this.list = Math.max(0, this.list);
    else if (name === 'ilvl') this.list = Math.min(8, value ?? 0);
    else if (name === 'intbl') this.inTable = true;
    else if (name === 'cell') this.endCell();
    else if (name === 'row') this.endRow();
  }

  end(): void {
    this.endParagraph();
    this.endTable();
  }

  private endParagraph(): void {
    const text = this.text.replace(/\s+/g, ' ').trim();
    this.text = '';
    if (this.inTable || this.cells.length > 0) {
      this.cell += text === '' ? '' : `<p>${escaped(text)}</p>`;
      return;
    }
    this.endTable();
    if (text === '') return;
    const level =
      this.headings.get(this.style) ?? (this.outline >= 0 && this.outline < 9 ? this.outline + 1 : 0);
    const tag = level > 0 ? `h${Math.min(6, level)}` : 'p';
    const lists = level === 0 && this.list >= 0 ? this.list + 1 : 0;
    const block = lists > 0 ? 'li' : tag;
    this.parts.push(`${'<ul>'.repeat(lists)}<${block}>${escaped(text)}</${block}>${'</ul>'.repeat(lists)}`);
  }

  private endCell(): void {
    const text = this.text.replace(/\s+/g, ' ').trim();
    this.text = '';
    this.cells.push(`<td>${this.cell}${escaped(text)}</td>`);
    this.cell = '';
  }

  private endRow(): void {
    if (this.cells.length > 0) this.rows.push(`<tr>${this.cells.join('')}</tr>`);
    this.cells = [];
  }

  private endTable(): void {
    this.endRow();
    if (this.rows.length > 0) this.parts.push(`<table>${this.rows.join('')}</table>`);
    this.rows = [];
  }
}
