import { escaped } from '../html/html-text';
import { pictureText } from '../remarks/left-out';

/** Repeated rows and cells are copied at most this often, and as long as the copies have this many characters. */
const MOST_REPEATED = 100;
const MOST_COPIED = 100_000;
const MOST_SPACES = 100;

/** Elements whose content is not text of the document, or is there twice. */
const ASIDE = new Set([
  ...['tracked-changes', 'annotation', 'notes', 'forms', 'table-of-content', 'event-listeners'],
  ...['sequence-decls', 'variable-decls', 'date-time', 'page-number', 'scripts'],
]);

/**
 * Writes the content of an OpenDocument text or slide as HTML: headings, paragraphs, lists, tables, footnotes, and the
 * descriptions of pictures. Paragraphs may stand within others, in frames; each becomes a block of its own.
 */
export class OdfHtml {
  html = '';
  pictures = 0;
  readonly comments: string[] = [];
  /** Footnotes and endnotes, with their marks. */
  readonly notes: string[] = [];
  /** Marked deletions of text. */
  deletions = 0;
  private readonly open_: { text: string; readonly level: number }[] = [];
  private aside = 0;
  private comment: { by: string; text: string } | null = null;
  /** The innermost element that was opened; its children may be closed by now. */
  private inside = '';
  private note: string | null = null;
  private citation = '';
  private inCitation = false;
  private picture: { isImage: boolean; description: string } | null = null;
  private inDescription = false;
  private rowAt = 0;
  private rowRepeats = 1;
  private cellAt = 0;
  private cellRepeats = 1;
  private headRows = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'annotation' && this.aside === 0) this.comment = { by: '', text: '' };
    else if (name === 'deletion') this.deletions++;
    this.inside = name;
    if (this.aside > 0 || ASIDE.has(name)) this.aside++;
    else if (name === 'p' || name === 'h')
      this.open_.push({ text: '', level: name === 'h' ? Number(attributes.get('outline-level')) || 1 : 0 });
    else if (name === 's') this.add(' '.repeat(Math.min(MOST_SPACES, Number(attributes.get('c') ?? 1) || 1)));
    else if (name === 'tab' || name === 'line-break') this.add(' ');
    else if (name === 'list') this.html += '<ul>';
    else if (name === 'list-item' || name === 'list-header') this.html += '<li>';
    else if (name === 'frame') this.picture = { isImage: false, description: '' };
    else if (name === 'image' && this.picture) this.picture.isImage = true;
    else if ((name === 'title' || name === 'desc') && this.picture) this.inDescription = true;
    else if (name === 'note') [this.note, this.citation] = ['', ''];
    else if (name === 'note-citation') this.inCitation = true;
    else this.openTable(name, attributes);
  }

  text(value: string): void {
    if (this.comment) this.addComment(this.comment, value);
    else if (this.aside > 0) return;
    else if (this.inDescription && this.picture) this.picture.description += value;
    else if (this.inCitation) this.citation += value;
    else this.add(value);
  }

  close(name: string): void {
    if (this.aside > 0) {
      this.aside--;
      if (this.comment && this.aside === 0) this.endComment(this.comment);
    } else if (name === 'p' || name === 'h') this.endBlock();
    else if (name === 'list') this.html += '</ul>';
    else if (name === 'list-item' || name === 'list-header') this.html += '</li>';
    else if (name === 'title' || name === 'desc') this.inDescription = false;
    else if (name === 'frame') this.endFrame();
    else if (name === 'note-citation') this.inCitation = false;
    else if (name === 'note') this.endNote();
    else this.closeTable(name);
  }

  private add(text: string): void {
    if (this.note !== null) this.note += text;
    else {
      const block = this.open_.at(-1);
      if (block) block.text += text;
    }
  }

  private endBlock(): void {
    const { text = '', level = 0 } = this.open_.pop() ?? {};
    const plain = text.replace(/\s+/g, ' ').trim();
    if (this.note !== null) {
      this.note += ' ';
      return;
    }
    if (plain === '') return;
    const tag = level === 0 ? 'p' : `h${Math.min(6, level)}`;
    this.html += `<${tag}>${escaped(plain)}</${tag}>`;
  }

  /** Author and text; not the date and the initials. */
  private addComment(comment: { by: string; text: string }, value: string): void {
    if (this.inside === 'creator') comment.by += value.trim();
    else if (!/^(?:date|date-string|creator-initials|sender-initials)$/.test(this.inside))
      comment.text += ` ${value}`;
  }

  private endComment({ by, text }: { readonly by: string; readonly text: string }): void {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (plain !== '') this.comments.push(by === '' ? plain : `${by}: ${plain}`);
    this.comment = null;
  }

  private endFrame(): void {
    if (this.picture?.isImage === true) {
      const description = this.picture.description.replace(/\s+/g, ' ').trim();
      if (description === '') this.pictures++;
      else this.html += `<p>${escaped(pictureText(description))}</p>`;
    }
    this.picture = null;
  }

  private endNote(): void {
    const text = (this.note ?? '').replace(/\s+/g, ' ').trim();
    this.note = null;
    this.add(`[${this.citation}]`);
    if (text !== '') this.notes.push(`${this.citation}. ${text}`);
  }

  private openTable(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'table') this.html += '<table>';
    else if (name === 'table-header-rows') this.headRows++;
    else if (name === 'table-row') {
      this.rowAt = this.html.length;
      this.rowRepeats = repeats(attributes.get('number-rows-repeated'));
      this.html += '<tr>';
    } else if (name === 'table-cell') {
      this.cellAt = this.html.length;
      this.cellRepeats = repeats(attributes.get('number-columns-repeated'));
      const [columns, rows] = ['columns', 'rows'].map((what) =>
        repeats(attributes.get(`number-${what}-spanned`)),
      );
      this.html += `<${this.headRows > 0 ? 'th' : 'td'} colspan=${columns ?? 1} rowspan=${rows ?? 1}>`;
    }
  }

  private closeTable(name: string): void {
    if (name === 'table') this.html += '</table>';
    else if (name === 'table-header-rows') this.headRows--;
    else if (name === 'table-row') {
      this.html += '</tr>';
      this.repeat(this.rowAt, this.rowRepeats);
      this.rowRepeats = 1;
    } else if (name === 'table-cell') {
      this.html += this.headRows > 0 ? '</th>' : '</td>';
      this.repeat(this.cellAt, this.cellRepeats);
      this.cellRepeats = 1;
    }
  }

  private repeat(from: number, times: number): void {
    if (times < 2) return;
    const own = this.html.slice(from);
    this.html += own.repeat(Math.min(times - 1, Math.floor(MOST_COPIED / Math.max(1, own.length))));
  }
}

function repeats(value: string | undefined): number {
  const number = Number(value ?? 1);
  return Number.isInteger(number) && number > 0 ? Math.min(number, MOST_REPEATED) : 1;
}
