import { escaped } from '../../html/html-text';
import { pictureText, usefulDescription } from '../../remarks/left-out';
import { scanXml } from '../../xml/scan-xml';

/** What a slide, or its notes, contains. */
export interface SlideContent {
  readonly title: string;
  readonly html: string;
  /** Texts of its paragraphs that are not its title, in order. */
  readonly paragraphs: readonly string[];
  readonly isHidden: boolean;
  /** Pictures without a description. */
  readonly pictures: number;
  /** Embedded files of other programs, such as worksheets. */
  readonly embedded: number;
}

/** Placeholders for what every slide repeats, or what only the notes page shows. */
const REPEATED = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders whose paragraphs have bullets unless they say otherwise. */
const BULLETED = new Set(['', 'body', 'obj']);
const MOST_LEVELS = 9;

/**
 * Reads the XML of a slide.
 * @param include the HTML of what the slide shows from another part: a chart, a diagram; by the id of its relationship
 */
export function readSlide(part: Uint8Array, include: (id: string) => string): SlideContent {
  const reader = new SlideReader(include);
  scanXml(part, reader);
  return reader;
}

class SlideReader implements SlideContent {
  title = '';
  html = '';
  readonly paragraphs: string[] = [];
  isHidden = false;
  pictures = 0;
  embedded = 0;
  /** Type of the shape's placeholder; null for another shape. */
  private placeholder: string | null = null;
  private description = '';
  /** Depth below an element that is left out: the fallback of an alternative, a field that shows a number. */
  private aside = 0;
  private words = '';
  private inText = false;
  private level = 0;
  private bullet: boolean | null = null;
  private inCell = false;
  private firstRow = false;

  constructor(private readonly include: (id: string) => string) {}

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.aside > 0 || name === 'Fallback' || isNumber(name, attributes)) this.aside++;
    else if (name === 'sld') this.isHidden = attributes.get('show') === '0';
    else if (name === 'sp' || name === 'pic' || name === 'graphicFrame') this.placeholder = null;
    else if (name === 'cNvPr') this.description = attributes.get('descr') ?? '';
    else if (name === 'ph') this.placeholder = attributes.get('type') ?? '';
    else if (name === 'p') [this.words, this.level, this.bullet] = ['', 0, null];
    else if (name === 'pPr') this.level = Math.min(MOST_LEVELS, Number(attributes.get('lvl') ?? 0) || 0);
    else if (name === 'buNone') this.bullet = false;
    else if (name === 'buChar' || name === 'buAutoNum' || name === 'buBlip') this.bullet = true;
    else if (name === 't') this.inText = true;
    else if (name === 'br' || name === 'tab') this.words += ' ';
    else if (name === 'oleObj') this.embedded++;
    else if (name === 'chart' || name === 'relIds')
      this.html += this.include(attributes.get(name === 'chart' ? 'id' : 'dm') ?? '');
    else this.openTable(name, attributes);
  }

  text(value: string): void {
    if (this.inText && this.aside === 0) this.words += value;
  }

  close(name: string): void {
    if (this.aside > 0) this.aside--;
    else if (name === 't') this.inText = false;
    else if (name === 'p') this.endParagraph();
    else if (name === 'pic') this.endPicture();
    else this.closeTable(name);
  }

  private openTable(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'tbl') this.html += '<table>';
    else if (name === 'tblPr') this.firstRow = isSet(attributes.get('firstRow'));
    else if (name === 'tr') this.html += '<tr>';
    else if (name === 'tc' && !isSet(attributes.get('hMerge')) && !isSet(attributes.get('vMerge'))) {
      const spans = (['gridSpan', 'rowSpan'] as const).map((span) => Number(attributes.get(span) ?? 1) || 1);
      this.html += `<${this.firstRow ? 'th' : 'td'} colspan=${spans[0]} rowspan=${spans[1]}>`;
      this.inCell = true;
    } else if (name === 'tc') this.aside++;
  }

  private closeTable(name: string): void {
    if (name === 'tbl') this.html += '</table>';
    else if (name === 'tr') {
      this.html += '</tr>';
      this.firstRow = false;
    } else if (name === 'tc') this.inCell = false;
  }

  private endParagraph(): void {
    const text = this.words.replace(/\s+/g, ' ').trim();
    this.words = '';
    const { placeholder, level } = this;
    if (text === '' || (placeholder !== null && REPEATED.has(placeholder))) return;
    if (this.inCell) this.html += `<p>${escaped(text)}</p>`;
    else if (placeholder !== null && TITLES.has(placeholder))
      this.title = this.title === '' ? text : `${this.title} ${text}`;
    else {
      this.paragraphs.push(text);
      const isBullet = this.bullet ?? (level > 0 || (placeholder !== null && BULLETED.has(placeholder)));
      const lists = isBullet ? level + 1 : 0;
      const block = isBullet ? 'li' : 'p';
      this.html += `${'<ul>'.repeat(lists)}<${block}>${escaped(text)}</${block}>${'</ul>'.repeat(lists)}`;
    }
  }

  private endPicture(): void {
    const description = usefulDescription(this.description);
    if (description === '') this.pictures++;
    else this.html += `<p>${escaped(pictureText(description))}</p>`;
  }
}

/** A field that shows the number of the slide or a date. */
function isNumber(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return name === 'fld' && /^(?:slidenum|datetime)/.test(attributes.get('type') ?? '');
}

function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
