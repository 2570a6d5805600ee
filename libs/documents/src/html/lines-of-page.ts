import { defined } from '@quarry/turn';
import type { DocumentLine } from '../document';
import {
  anchorOf,
  headingLevel,
  isArticle,
  isBlock,
  isBoilerplate,
  isHeadCell,
  isLineNumber,
  isMain,
  isPlaceMark,
  isUnseen,
  numberOf,
} from './elements';
import { pictureText, usefulDescription } from '../remarks/left-out';
import { layoutRows } from './layout-rows';
import { LineBuffer } from './line-buffer';
import type { HtmlDocument, HtmlElement } from './parse-html';
import { TableRows } from './table-rows';
import { walk, type Visitor } from './walk';

/** Deeper lists are not indented further. */
const MAX_INDENT = 8;
/** Shorter descriptions on web pages are names of icons, logos and people. */
const FEWEST_WORDS = 4;
/** If the main part has more than this share of the text, only the main part is read. */
const MAIN = 0.5;

/**
 * Extracts the visible text of a page, only from its main part if that has most of the text. Each block, table row,
 * list item (`- `, `1. `) and line of preformatted text becomes a line, with the line of the file on which it begins.
 * @param everything includes navigation, footers, and all descriptions of pictures; otherwise only sentences, since
 * pages are full of icons
 */
export function linesOfPage(page: HtmlDocument, everything = false): readonly DocumentLine[] {
  const reader = new PageReader(layoutRows(page), everything);
  walk(page, reader);
  return reader.end();
}

interface List {
  readonly ordered: boolean;
  next: number;
}

class PageReader implements Visitor {
  readonly #lines: DocumentLine[] = [];
  readonly #layout: ReadonlySet<HtmlElement>;
  readonly #everything: boolean;
  readonly #buffer = new LineBuffer();
  readonly #lists: List[] = [];
  readonly #tables: TableRows[] = [];
  #heading: HtmlElement | null = null;
  #cell: HtmlElement | null = null;
  #pre: HtmlElement | null = null;
  /** Marker of the list item that is about to begin. */
  #marker = '';
  #articles = 0;
  #mains = 0;
  /** Links around the current place. A picture that is a link is named after its target. */
  #links = 0;
  /** Lines of the main part. */
  readonly #main: DocumentLine[] = [];

  constructor(layout: ReadonlySet<HtmlElement>, everything: boolean) {
    this.#layout = layout;
    this.#everything = everything;
  }

  enter(element: HtmlElement): boolean {
    const { tagName } = element;
    if (isUnseen(element) || isPlaceMark(element) || isLineNumber(element)) return false;
    if (!this.#everything && isBoilerplate(element, this.#articles > 0)) return false;
    if (isBlock(element) || tagName === 'br') this.#pause();
    if (tagName === 'a') this.#links++;
    if (tagName === 'img') this.#addPicture(element);
    if (isMain(element)) this.#mains++;
    if (isArticle(element)) this.#articles++;
    else if (tagName === 'ul' || tagName === 'ol')
      this.#lists.push({ ordered: tagName === 'ol', next: numberOf(element, 'start', 1, 1_000_000) });
    else if (tagName === 'li') this.#marker = this.#nextMarker();
    else if (tagName === 'pre') this.#pre ??= element;
    else if (tagName === 'table') this.#tables.push(new TableRows());
    else if (tagName === 'tr' && this.#layout.has(element)) this.#endTable();
    else if (tagName === 'td' || tagName === 'th') this.#openCell(element);
    else if (!this.#cell && headingLevel(element) !== undefined) this.#heading ??= element;
    return true;
  }

  leave(element: HtmlElement): void {
    const { tagName } = element;
    if (element === this.#heading) this.#closeHeading(element);
    else if (element === this.#cell) this.#closeCell(element);
    else if (isBlock(element)) this.#pause();
    if (element === this.#pre) this.#pre = null;
    if (tagName === 'a') this.#links--;
    if (isMain(element)) this.#mains--;
    if (isArticle(element)) this.#articles--;
    else if (tagName === 'ul' || tagName === 'ol') this.#lists.pop();
    else if (tagName === 'li') this.#marker = '';
    else if (tagName === 'tr') this.#tables.at(-1)?.end();
    else if (tagName === 'table') {
      this.#endTable();
      this.#tables.pop();
    }
  }

  text(value: string, line: number): void {
    // Removes soft hyphens and zero-width characters.
    const shown = value.replace(/[\u00ad\u200b\u2060\ufeff]/g, '');
    if (!this.#pre || this.#cell || this.#heading) {
      this.#buffer.add(shown, line);
      return;
    }
    for (const [i, part] of shown.split('\n').entries()) {
      if (i > 0) this.#pause();
      this.#buffer.add(part, line + i);
    }
  }

  end(): readonly DocumentLine[] {
    this.#pause();
    const isMost = lengthOf(this.#main) > lengthOf(this.#lines) * MAIN;
    return isMost && !this.#everything ? this.#main : this.#lines;
  }

  #push(line: DocumentLine): void {
    this.#lines.push(line);
    if (this.#mains > 0) this.#main.push(line);
  }

  /** Ends a line at a block or break, except within a heading or a table cell. */
  #pause(): void {
    if (this.#heading || this.#cell) {
      this.#buffer.add(' ', 0);
      return;
    }
    const { text, source } = this.#buffer.take(this.#pre !== null);
    if (text === '') return;
    this.#push({ text: this.#marker + text, kind: 'text', layout: { source } });
    this.#marker = '';
  }

  /** The description of a picture; one that stands for a letter is part of its word. */
  #addPicture(element: HtmlElement): void {
    const description = usefulDescription(element.attrs.find(({ name }) => name === 'alt')?.value ?? '');
    if (!this.#everything && (this.#links > 0 || description.split(' ').length < FEWEST_WORDS)) return;
    if (description.length < 3) this.#buffer.add(description, 0);
    else if (this.#heading || this.#cell) this.#buffer.add(` [${pictureText(description)}] `, 0);
    else {
      this.#pause();
      this.#buffer.add(pictureText(description), element.sourceCodeLocation?.startLine ?? 0);
      this.#pause();
    }
  }

  #closeHeading(element: HtmlElement): void {
    this.#heading = null;
    const { text, source } = this.#buffer.take();
    // Removes the marks of links to the heading itself.
    const title = text.replace(/(?: ?[¶§#🔗])$/u, '').trim();
    const level = headingLevel(element) ?? 1;
    const anchor = anchorOf(element);
    if (title !== '')
      this.#push({ text: title, kind: 'heading', level, ...defined({ anchor }), layout: { source } });
  }

  #openCell(cell: HtmlElement): void {
    const row = cell.parentNode;
    if (this.#cell || row === null || !('tagName' in row) || row.tagName !== 'tr' || this.#layout.has(row))
      return;
    this.#cell = cell;
  }

  #closeCell(cell: HtmlElement): void {
    this.#cell = null;
    const { text, source } = this.#buffer.take();
    const [columns, rows] = [numberOf(cell, 'colspan', 1, 1_000), numberOf(cell, 'rowspan', 1, 1_000)];
    this.#tables.at(-1)?.cell({ text, columns, rows, isHead: isHeadCell(cell), source });
  }

  #endTable(): void {
    for (const line of this.#tables.at(-1)?.take() ?? []) this.#push(line);
  }

  #nextMarker(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, Math.min(MAX_INDENT, this.#lists.length - 1)));
    return `${indent}${list?.ordered ? `${list.next++}.` : '-'} `;
  }
}

function lengthOf(lines: readonly DocumentLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}
