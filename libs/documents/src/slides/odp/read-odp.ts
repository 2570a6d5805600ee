import { OdfHtml } from '../../odf/odf-html';
import { scanXml } from '../../xml/scan-xml';
import type { Slide } from '../slide';

/** The slides of an OpenDocument presentation, and the number of pictures without a description. */
export function readOdp(content: Uint8Array): {
  readonly slides: readonly Slide[];
  readonly pictures: number;
} {
  const reader = new OdpReader();
  scanXml(content, reader);
  return reader;
}

class OdpReader {
  readonly slides: Slide[] = [];
  pictures = 0;
  /** Styles of hidden slides. */
  private readonly hidden = new Set<string>();
  private style = '';
  private isHidden = false;
  private body: OdfHtml | null = null;
  /** Texts of the title and of the speaker's notes, while one of them is open. */
  private aside: string[] | null = null;
  private depth = 0;
  private title: string[] = [];
  private notes: string[] = [];
  private inParagraph = false;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.aside) this.openAside(name);
    else if (name === 'style') this.style = attributes.get('name') ?? '';
    else if (name === 'drawing-page-properties' && attributes.get('visibility') === 'hidden')
      this.hidden.add(this.style);
    else if (name === 'page') this.begin(attributes);
    else if (!this.body) return;
    else if (name === 'frame' && attributes.get('class') === 'title') this.beginAside(this.title);
    else if (name === 'notes') this.beginAside(this.notes);
    else this.body.open(name, attributes);
  }

  text(value: string): void {
    if (!this.aside) this.body?.text(value);
    else if (this.inParagraph) this.aside.push((this.aside.pop() ?? '') + value);
  }

  close(name: string): void {
    if (this.aside) {
      if (name === 'p') this.inParagraph = false;
      if (--this.depth === 0) this.aside = null;
    } else if (name === 'page') this.end();
    else this.body?.close(name);
  }

  private begin(attributes: ReadonlyMap<string, string>): void {
    this.body = new OdfHtml();
    [this.title, this.notes] = [[], []];
    this.isHidden = this.hidden.has(attributes.get('style-name') ?? '');
  }

  private beginAside(texts: string[]): void {
    [this.aside, this.depth] = [texts, 1];
  }

  private openAside(name: string): void {
    this.depth++;
    if (name === 'p') {
      this.aside?.push('');
      this.inParagraph = true;
    } else if (name === 's' || name === 'tab' || name === 'line-break') this.text(' ');
  }

  private end(): void {
    if (!this.body) return;
    const { html, comments, pictures } = this.body;
    this.body = null;
    this.pictures += pictures;
    const plain = (texts: readonly string[]): string[] =>
      texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
    this.slides.push({
      number: this.slides.length + 1,
      title: plain(this.title).join(' '),
      isHidden: this.isHidden,
      html,
      notes: plain(this.notes),
      comments,
    });
  }
}
