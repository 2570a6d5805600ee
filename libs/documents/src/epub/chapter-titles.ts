import { decodeHtml } from '../html/decode-html';
import { parseHtml } from '../html/parse-html';
import { walk } from '../html/walk';
import type { Package } from '../office/package';
import { scanXml } from '../xml/scan-xml';
import { partAt, type PackageDocument } from './package-document';
import { closedTags } from './closed-tags';

/** The title of each part in the table of contents: of several entries for one part, the first. */
export function chapterTitles(book: Package, { nav, ncx }: PackageDocument): ReadonlyMap<string, string> {
  const listed = nav === null ? undefined : book.part(nav);
  const titles = new Map<string, string>();
  const note = (part: string, text: string): void => {
    const title = text.replace(/\s+/g, ' ').trim();
    if (title !== '' && title.length <= 200 && !titles.has(part)) titles.set(part, title);
  };
  if (nav !== null && listed) fromNav(nav, listed, note);
  const older = ncx === null || titles.size > 0 ? undefined : book.part(ncx);
  if (ncx !== null && older) fromNcx(ncx, older, note);
  return titles;
}

type Note = (part: string, title: string) => void;

function fromNav(path: string, content: Uint8Array, note: Note): void {
  const parsed = parseHtml(closedTags(decodeHtml(content)));
  if (parsed.kind === 'refused') return;
  let href: string | null = null;
  let text = '';
  walk(parsed.page, {
    enter({ tagName, attrs }) {
      if (tagName === 'a') [href, text] = [attrs.find(({ name }) => name === 'href')?.value ?? null, ''];
      return true;
    },
    leave({ tagName }) {
      if (tagName === 'a' && href !== null) note(partAt(path, href), text);
      if (tagName === 'a') href = null;
    },
    text(value) {
      if (href !== null) text += value;
    },
  });
}

function fromNcx(path: string, content: Uint8Array, note: Note): void {
  let text = '';
  let within = false;
  scanXml(content, {
    open(name, attributes) {
      if (name === 'navLabel') text = '';
      else if (name === 'text') within = true;
      else if (name === 'content') note(partAt(path, attributes.get('src') ?? ''), text);
    },
    text(value) {
      if (within) text += value;
    },
    close(name) {
      if (name === 'text') within = false;
    },
  });
}
