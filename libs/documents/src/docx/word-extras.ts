import type { Package } from '../office/package';
import { scanXml } from '../xml/scan-xml';
import { counted, picturesLeftOut, usefulDescription } from '../remarks/left-out';

/** What a Word file has besides its text. */
export interface WordExtras {
  /** With their authors and the texts that they are about. */
  readonly comments: readonly string[];
  /** What is not in the text, in sentences. */
  readonly remarks: readonly string[];
}

const LONGEST_ANCHOR = 200;

/** Reads the comments of a Word file, and what is left out of its text. @throws Error if a part is damaged */
export function wordExtras(office: Package): WordExtras {
  const body = new BodyReader();
  const content = office.part('word/document.xml');
  if (content) scanXml(content, body);
  const comments = office.part('word/comments.xml');
  const charts = office.count(/^word[\\/]charts[\\/]chart[^\\/]*\.xml$/i);
  const embedded = office.count(/^word[\\/]embeddings[\\/]/i) - charts;
  const { deletions } = body;
  const were = (n: number): string => (n === 1 ? 'was' : 'were');
  return {
    comments: comments ? readComments(comments, body.anchors) : [],
    remarks: [
      ...picturesLeftOut(body.pictures),
      ...(deletions > 0 ? [`${counted(deletions, 'tracked deletion')} ${were(deletions)} left out`] : []),
      ...(hasHeaders(office) ? ['its headers and footers were not read'] : []),
      ...(charts > 0 ? [`${counted(charts, 'chart')} ${were(charts)} not read`] : []),
      ...(embedded > 0 ? [`${counted(embedded, 'embedded object')} ${were(embedded)} not read`] : []),
    ],
  };
}

class BodyReader {
  deletions = 0;
  pictures = 0;
  readonly anchors = new Map<string, string>();
  private readonly open_ = new Set<string>();
  private isDeleted = false;
  private inText = false;
  private description = '';

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'del') this.isDeleted = true;
    else if (name === 'delText' && this.isDeleted) {
      this.deletions++;
      this.isDeleted = false;
    } else if (name === 'docPr') this.description = attributes.get('descr') ?? '';
    else if (name === 'shape') this.description = attributes.get('alt') ?? '';
    else if (name === 'blip' || name === 'imagedata') {
      if (usefulDescription(this.description) === '') this.pictures++;
    } else if (name === 'commentRangeStart') this.open_.add(attributes.get('id') ?? '');
    else if (name === 'commentRangeEnd') this.open_.delete(attributes.get('id') ?? '');
    else if (name === 't') this.inText = true;
    else if (name === 'p') this.add(' ');
  }

  text(value: string): void {
    if (this.inText) this.add(value);
  }

  close(name: string): void {
    if (name === 't') this.inText = false;
    else if (name === 'del') this.isDeleted = false;
  }

  private add(text: string): void {
    for (const id of this.open_) {
      const known = this.anchors.get(id) ?? '';
      if (known.length <= LONGEST_ANCHOR) this.anchors.set(id, known + text);
    }
  }
}

function readComments(part: Uint8Array, anchors: ReadonlyMap<string, string>): string[] {
  const comments: string[] = [];
  let comment = { id: '', author: '', text: '' };
  let inText = false;
  scanXml(part, {
    open(name, attributes) {
      if (name === 'comment')
        comment = { id: attributes.get('id') ?? '', author: attributes.get('author') ?? '', text: '' };
      else if (name === 't') inText = true;
      else if (name === 'p') comment.text += ' ';
    },
    text(value) {
      if (inText) comment.text += value;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'comment') comments.push(...shown(comment, anchors.get(comment.id) ?? ''));
    },
  });
  return comments;
}

function shown(
  { author, text }: { readonly author: string; readonly text: string },
  anchor: string,
): string[] {
  const plain = (one: string): string => one.replace(/\s+/g, ' ').trim();
  if (plain(text) === '') return [];
  const about = plain(anchor);
  const cut = about.length > LONGEST_ANCHOR ? `${about.slice(0, LONGEST_ANCHOR)} …` : about;
  const by = author === '' ? '' : ` by ${plain(author)}`;
  return [`Comment${by}${about === '' ? '' : ` on “${cut}”`}: ${plain(text)}`];
}

/** Whether a header or footer has text. */
function hasHeaders(office: Package): boolean {
  return office.entries.some(({ name }) => {
    const part = /^word[\\/](?:header|footer)\d*\.xml$/i.test(name) ? office.part(name) : undefined;
    let found = false;
    if (part)
      scanXml(part, {
        text(value) {
          if (/\p{L}/u.test(value)) found = true;
        },
      });
    return found;
  });
}
