import { Refused } from '../html/html-text';
import { encodingOfCharset, encodingOfPage } from './encodings';
import { RtfBlocks } from './rtf-blocks';
import { rtfTokens } from './tokens';

/** Groups that hold no text of the document. Every group that begins with `\*` is left out, too, except for these. */
const LEFT_OUT = new Set([
  ...[
    'fonttbl',
    'colortbl',
    'stylesheet',
    'info',
    'pict',
    'object',
    'themedata',
    'listtable',
    'listoverridetable',
  ],
  ...[
    'header',
    'headerl',
    'headerr',
    'headerf',
    'footer',
    'footerl',
    'footerr',
    'footerf',
    'fldinst',
    'xe',
    'tc',
  ],
  ...[
    'generator',
    'rsidtbl',
    'datastore',
    'nonshppict',
    'listtext',
    'pntext',
    'private',
    'bkmkstart',
    'bkmkend',
  ],
  ...['nonesttables', 'ftnsep', 'ftnsepc', 'ftncn', 'aftnsep', 'aftnsepc', 'aftncn'],
]);
const MARKED = new Set(['shppict', 'shpinst', 'annotation']);
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ '~': ' ', _: '-', emdash: '—', endash: '–', bullet: '•', lquote: '‘', rquote: '’' },
  ...{ ldblquote: '“', rdblquote: '”', tab: ' ', line: ' ', emspace: ' ', enspace: ' ', lbr: ' ' },
};
/** Real files nest some 20 groups. */
const MAX_DEPTH = 2_000;

/** What a group inherits from the one around it. */
interface Group {
  /** Name of the destination that its text is left out with; `''`: its text is that of the document. */
  readonly destination: string;
  readonly font: number;
  /** Number of characters after `\u` for readers without Unicode. */
  readonly fallback: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
}

/** Reads an RTF file. @throws Refused if it nests too deeply */
export function readRtf(bytes: Uint8Array): RtfReader {
  const reader = new RtfReader();
  reader.read(bytes);
  return reader;
}

export class RtfReader {
  title = '';
  pictures = 0;
  deletions = 0;
  embedded = 0;
  hasHeaders = false;
  readonly comments: string[] = [];
  readonly notes: string[] = [];
  private readonly blocks = new RtfBlocks();
  private readonly groups: Group[] = [];
  private group: Group = { destination: '', font: -1, fallback: 1, isHidden: false, isDeleted: false };
  private readonly fonts = new Map<number, string>();
  private encoding = 'windows-1252';
  private pending: number[] = [];
  /** Characters of the fallback of a `\u` that are still to be skipped. */
  private skipped = 0;
  private isMarked = false;
  private isFirst = false;
  private aside = '';
  private styleText = '';
  private styleNumber = 0;

  get html(): string {
    return this.blocks.html();
  }

  read(bytes: Uint8Array): void {
    for (const token of rtfTokens(bytes)) {
      if (token.kind === 'byte') this.byte(token.byte);
      else {
        this.flush();
        if (token.kind === 'word') this.word(token.name, token.value);
        else if (token.kind === 'open') this.open();
        else this.close();
      }
    }
    this.flush();
    this.blocks.end();
  }

  private open(): void {
    if (this.groups.length >= MAX_DEPTH)
      throw new Refused('too_deep', `The file nests its groups more than ${MAX_DEPTH} deep.`);
    this.groups.push(this.group);
    [this.isFirst, this.isMarked, this.skipped] = [true, false, 0];
  }

  private close(): void {
    const { destination } = this.group;
    this.group = this.groups.pop() ?? this.group;
    this.skipped = 0;
    if (destination === this.group.destination) {
      if (destination === 'stylesheet') this.endStyle();
      return;
    }
    const text = this.aside.replace(/\s+/g, ' ').trim();
    if (destination === 'title') this.title = text;
    else if (destination === 'annotation' && text !== '') this.comments.push(text);
    else if (destination === 'footnote' && text !== '') {
      this.notes.push(`${this.notes.length + 1}. ${text}`);
      this.blocks.add(`[${this.notes.length}]`);
    } else if (/^(?:header|footer)/.test(destination) && /\p{L}/u.test(text)) this.hasHeaders = true;
    this.aside = '';
  }

  /** Puts the group into a destination. */
  private enter(destination: string): void {
    if (destination === 'pict') this.pictures++;
    if (destination === 'object') this.embedded++;
    this.group = { ...this.group, destination };
    if (destination !== 'stylesheet') this.aside = '';
  }

  private word(name: string, value: number | null): void {
    const wasFirst = this.isFirst;
    this.isFirst = false;
    if (name === '*') [this.isMarked, this.isFirst] = [true, true];
    else if (this.group.destination !== '' && !this.opensWithin(name)) this.inDestination(name, value);
    else if (name === 'title' || name === 'annotation' || name === 'footnote') this.enter(name);
    else if (LEFT_OUT.has(name)) this.enter(name);
    else if (wasFirst && this.isMarked && !MARKED.has(name)) this.enter('*');
    else this.inText(name, value);
  }

  /** The title is within the group of properties. */
  private opensWithin(name: string): boolean {
    return this.group.destination === 'info' && name === 'title';
  }

  private inDestination(name: string, value: number | null): void {
    const { destination } = this.group;
    if (destination === 'fonttbl') {
      if (name === 'f') this.group = { ...this.group, font: value ?? 0 };
      const encoding = name === 'fcharset' ? encodingOfCharset(value ?? 0) : null;
      if (encoding !== null) this.fonts.set(this.group.font, encoding);
    } else if (destination === 'stylesheet' && name === 's') this.styleNumber = value ?? 0;
    else this.character(name, value);
  }

  private inText(name: string, value: number | null): void {
    const isOn = value !== 0;
    if (name === 'ansicpg') this.encoding = encodingOfPage(value ?? 1252);
    else if (name === 'mac') this.encoding = 'macintosh';
    else if (name === 'f') this.group = { ...this.group, font: value ?? 0 };
    else if (name === 'v') this.group = { ...this.group, isHidden: isOn };
    else if (name === 'deleted') {
      if (isOn && !this.group.isDeleted) this.deletions++;
      this.group = { ...this.group, isDeleted: isOn };
    } else if (name === 'plain') this.group = { ...this.group, isHidden: false, isDeleted: false };
    else if (!this.character(name, value)) this.blocks.word(name, value);
  }

  /** True if the word is a character. */
  private character(name: string, value: number | null): boolean {
    if (name === 'uc') this.group = { ...this.group, fallback: Math.min(64, Math.max(0, value ?? 1)) };
    else if (name === 'u') {
      const code = value ?? 63;
      this.add(String.fromCharCode(code < 0 ? code + 65_536 : code));
      this.skipped = this.group.fallback;
    } else if (Object.hasOwn(CHARACTERS, name)) this.add(CHARACTERS[name] ?? '');
    else return false;
    return true;
  }

  private byte(byte: number): void {
    this.isFirst = false;
    if (this.skipped > 0) this.skipped--;
    else if (this.group.destination === 'pict' || this.group.destination === '*') return;
    else this.pending.push(byte);
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    const encoding = this.fonts.get(this.group.font) ?? this.encoding;
    const text = new TextDecoder(encoding).decode(Uint8Array.from(this.pending));
    this.pending = [];
    this.add(text);
  }

  private add(text: string): void {
    const { destination, isHidden, isDeleted } = this.group;
    if (destination === 'stylesheet') this.styleText += text;
    else if (destination !== '') this.aside += text;
    else if (!isHidden && !isDeleted) this.blocks.add(text);
  }

  /** A style whose name is that of a heading. */
  private endStyle(): void {
    const level = /^\s*(?:heading|überschrift|titre|título|kop) ?([1-9])/i.exec(this.styleText)?.[1];
    if (level !== undefined) this.blocks.headings.set(this.styleNumber, Number(level));
    [this.styleText, this.styleNumber] = ['', 0];
  }
}
