import type { DocumentLine, Loaded, Loader } from '../document';
import { decodeHtml } from '../html/decode-html';
import { loadedLines, Refused, refusing } from '../html/html-text';
import { linesOfPage } from '../html/lines-of-page';
import { parseHtml } from '../html/parse-html';
import { picturesIn } from '../html/pictures';
import { checkPackage } from '../office/check-package';
import { counted, picturesLeftOut } from '../remarks/left-out';
import { Package } from '../office/package';
import { chapterTitles } from './chapter-titles';
import { closedTags } from './closed-tags';
import { packageDocument } from './package-document';

/** A chapter as it is read: its lines, and the pictures without a description. */
interface Chapter {
  readonly lines: readonly DocumentLine[];
  readonly pictures: number;
}

/** Loads e-books: the chapters in reading order, with their headings. Scripts are not run; nothing is fetched. */
export const loadEpub: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'epub');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const book = new Package(bytes, checked.entries);
  return Promise.resolve(refusing(() => loaded(book)));
};

function loaded(book: Package): Loaded {
  const about = packageDocument(book);
  const titles = chapterTitles(book, about);
  let missing = 0;
  const chapters = about.spine.flatMap((path): Chapter[] => {
    // The table of contents repeats the headings.
    if (path === about.nav) return [];
    const part = book.part(path);
    if (!part) missing++;
    return part ? [chapter(part, titles.get(path), path)] : [];
  });
  const pictures = chapters.reduce((sum, one) => sum + one.pictures, 0);
  return loadedLines(
    {
      format: 'epub',
      title: about.title === '' ? undefined : about.title,
      pages: null,
      remarks: [
        ...picturesLeftOut(pictures),
        ...(missing > 0
          ? [`${counted(missing, 'chapter')} that it lists ${missing === 1 ? 'is' : 'are'} not in the file`]
          : []),
      ],
    },
    chapters.flatMap(({ lines }) => lines),
  );
}

/**
 * The lines of a chapter. It is a section by its title in the table of contents if it has no heading of its own. Its
 * place is that title; in a file with several chapters, the heading above a line.
 */
function chapter(part: Uint8Array, title: string | undefined, path: string): Chapter {
  const parsed = parseHtml(closedTags(decodeHtml(part)));
  if (parsed.kind === 'refused')
    throw new Refused(parsed.refusal, `The chapter ${path} cannot be read: ${parsed.reason}`);
  const lines = linesOfPage(parsed.page, true);
  const pictures = picturesIn(parsed.page);
  if (lines.length === 0) return { lines, pictures };
  const levels = lines.flatMap(({ kind, level }) => (kind === 'heading' ? [level ?? 6] : []));
  const several = levels.filter((level, i) => levels.indexOf(level) !== i);
  const chapters = several.length > 0 ? Math.min(...several) : title === undefined ? Math.min(...levels) : 0;
  let name = title ?? path.slice(path.lastIndexOf('/') + 1);
  const named = lines.map((line): DocumentLine => {
    if (line.kind === 'heading' && (line.level ?? 6) <= chapters) name = line.text;
    return { ...line, layout: { part: name } };
  });
  const heading: DocumentLine[] =
    levels.length === 0 && title !== undefined && lines[0]?.text !== title
      ? [{ text: title, kind: 'heading', level: 1, layout: { part: title } }]
      : [];
  return { lines: [...heading, ...named], pictures };
}
