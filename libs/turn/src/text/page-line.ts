import { codeSpans, outsideCode } from './code-spans';
import { manLine } from './man-line';

/** A link or an image: `[text](address)`, `![text](address "title")`, `[text][label]`. */
const LINK =
  /(!?)(?<!\\)\[((?:[^[\]]|\\[[\]]){0,300})\](?:\(\s*<?([^()<>\s]{0,1000}(?:\([^()\s]{0,200}\))?)>?(?:\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\s*\)|\[(?!\d+\])[^[\]\n]{1,100}\])/g;
/** A picture that is a link, such as the state of a build: a line of them says nothing without the pictures. */
const BADGE = /\[!\[[^[\]\n]{0,200}\]\([^()\s]{0,500}\)\]\([^()\s]{0,500}\)/g;
const AUTOLINK = /<((?:https?|ftp):\/\/[^\s<>]{1,1000})>/g;
const COMMENT = /<!--[^\n]{0,2000}?-->/g;
/** The elements of HTML that occur in pages of Markdown. */
const ELEMENTS =
  'a|abbr|article|aside|b|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|head|header|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|picture|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video|wbr';
const TAG = new RegExp(String.raw`<\/?(?:${ELEMENTS})(?:\s[^<>]{0,1000})?\/?>`, 'gi');
const BREAK = /<br(?:\s[^<>]{0,100})?\/?>/gi;
/** `<int>`, `List<string>`, `\<name\>`: what a reader replaces, or a type; no element of HTML. */
const PLACEHOLDER = /[\w.]{0,60}\\?<([\p{L}_./$@-][^<>`\n]{0,80}?)\\?>/gu;
const ENTITY =
  /&(?:#(\d{2,6})|(nbsp|quot|apos|mdash|ndash|hellip|copy|times|rarr|larr|lsquo|rsquo|ldquo|rdquo));/g;
const NAMED: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', quot: '"', apos: "'", mdash: '—', ndash: '–', hellip: '…', copy: '©', times: '×' },
  ...{ rarr: '→', larr: '←', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
};
/** Characters that would mean something else in a page, or cannot be seen. */
const KEPT_AS_ENTITY = /[<>&`*_[\]\\#|~]|\p{C}/u;
/** Attributes of a heading or a block: `## Limits {#limits .wide}`. */
const ATTRIBUTES = /\{:? ?[#.][\w .:#=-]{1,100}\}$/;

/**
 * A line of a page in Markdown as a reader sees it, and as no program can follow: links and images are their text, an
 * address behind it is code, tags of HTML and lines of badges go, and placeholders become code. Code in back-ticks stays
 * as it is written. A line of a manual's page (roff) is its text.
 *
 * @example
 * pageLine('See [the guide](https://a.example/b) and `<a>`.') // 'See the guide (`https://a.example/b`) and `<a>`.'
 * pageLine('timeout: <duration>') // 'timeout: `<duration>`'
 */
export function pageLine(line: string): string {
  const ofManual = manLine(line);
  if (ofManual !== null) return ofManual;
  if (line.includes('[![') && line.replace(BADGE, '').trim() === '') return '';
  // A link around an image is a link after its image became text.
  const text = linksAsText(linksAsText(withoutAttributes(line)));
  return outsideCode(text, (part) =>
    part
      .replace(COMMENT, '')
      .replace(BREAK, ' ')
      .replace(TAG, '')
      .replace(ENTITY, characterOf)
      .replace(AUTOLINK, '`$1`')
      .replace(PLACEHOLDER, (all: string) => `\`${all.replaceAll('\\', '')}\``),
  );
}

function characterOf(entity: string, number: string | undefined, name: string | undefined): string {
  if (name !== undefined) return NAMED[name] ?? entity;
  const code = Number(number);
  const character = code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  return character === '' || KEPT_AS_ENTITY.test(character) ? entity : character;
}

function withoutAttributes(line: string): string {
  const [attributes] = ATTRIBUTES.exec(line.trimEnd()) ?? [];
  return attributes === undefined ? line : line.trimEnd().slice(0, -attributes.length).trimEnd();
}

/** The text of a link can be code, but a link within code is none. */
function linksAsText(line: string): string {
  if (!line.includes('](') && !line.includes('][')) return line;
  const spans = codeSpans(line);
  return line.replace(LINK, (all: string, image: string, text: string, address: unknown, at: number) => {
    if (spans.some(({ start, end }) => start <= at && at < end)) return all;
    if (image !== '' || typeof address !== 'string' || !/^(?:https?:)?\/\//.test(address)) return text;
    return text === address || text === '' ? `\`${address}\`` : `${text} (\`${address}\`)`;
  });
}
