import type { DocumentFormat } from '@quarry/turn';
import type { DocumentLine, Loaded, Loader } from '../document';
import { decodeText } from '../delimited/decode-text';
import { textLines, type TextMarkup } from '../markdown/text-lines';
import { formatOf } from '../formats/format-of';
import { unreadFormat } from '../formats/unread-format';
import { sectionsOf } from '../sections/sections-of';

/** An attachment that is not indexed, and why. */
export type Attached =
  | { readonly kind: 'lines'; readonly lines: readonly DocumentLine[]; readonly remarks: readonly string[] }
  | { readonly kind: 'left'; readonly reason: string };

/** A name that the message does not give. */
const UNNAMED = /^attachment-\d+\.eml$/;
/** Bytes that determine a format. */
const HEAD = 4_096;

/**
 * The text of an attachment by its format: a heading with its name, then its lines. Their headings are below it, and
 * their places begin with its name: `› report.pdf, page 3`.
 */
export async function readAttachment(
  file: string,
  content: Uint8Array,
  load: (format: DocumentFormat, bytes: Uint8Array) => ReturnType<Loader>,
): Promise<Attached> {
  const head = content.subarray(0, HEAD);
  const format = formatOf(file, head);
  // OCR reads the pages of files, not their attachments.
  if (format === 'image') return { kind: 'left', reason: 'pictures in messages are not read' };
  const unread = format === null ? unreadFormat(file, head) : null;
  if (unread !== null) return { kind: 'left', reason: unread };
  const loaded: Loaded = format === null ? asText(file, content) : await load(format, content);
  if (loaded.kind === 'refused') return { kind: 'left', reason: loaded.reason };
  // Mail programs attach messages without a name, and show their subject.
  const subject = format === 'eml' && UNNAMED.test(file) ? loaded.document.title : undefined;
  const name = subject === undefined ? file : `${subject}.eml`;
  const { lines, remarks, ...document } = loaded.document;
  const sections = new Map(
    sectionsOf({ path: name, ...document, lines }).flatMap(({ level, startLine, title }) =>
      level === 0 ? [] : [[startLine, { level, title }] as const],
    ),
  );
  const moved = lines.map((line, i): DocumentLine => {
    const section = sections.get(i + 1);
    const own = {
      text: line.text,
      ...(line.head && { head: line.head }),
      layout: placeIn(name, line.layout),
    };
    if (line.kind === 'row') return { ...own, kind: 'row' };
    // Titles of sections that are no line, such as `Pages 1–10`, are no headings.
    return section?.title === line.text.trim()
      ? { ...own, kind: 'heading', level: section.level + 1 }
      : { ...own, kind: 'text' };
  });
  // On its first page or slide, so that the name is not a chunk of its own.
  const part = moved[0]?.layout.part ?? `› ${name}`;
  const heading: DocumentLine = { text: name, kind: 'heading', level: 1, layout: { part } };
  return { kind: 'lines', lines: [heading, ...moved], remarks };
}

/** Cells keep their places in their sheet; pages and boxes of an attachment are not those of the message. */
function placeIn(
  name: string,
  { page, part, sheet, row, cells }: DocumentLine['layout'],
): DocumentLine['layout'] {
  const own = part ?? (page === undefined ? undefined : `page ${page}`);
  const place =
    own === undefined ? `› ${name}` : own.startsWith('› ') ? `› ${name} ${own}` : `› ${name}, ${own}`;
  return sheet === undefined
    ? { part: place }
    : { part: place, sheet, ...(row !== undefined && { row }), ...(cells && { cells }) };
}

function asText(name: string, content: Uint8Array): Loaded {
  const { text } = decodeText(content);
  if (text.includes('\0'))
    return { kind: 'refused', refusal: 'damaged', reason: 'its format is unknown, and it is no text' };
  const lines = textLines(text, markupOf(name));
  // Any text is read as lines; its format is not used further on.
  return {
    kind: 'document',
    document: { format: 'eml', lines, outline: [], pages: null, remarks: [] },
  };
}

function markupOf(name: string): TextMarkup {
  if (/\.mdx?$/i.test(name)) return 'markdown';
  return /\.(?:adoc|asciidoc)$/i.test(name) ? 'asciidoc' : /\.(?:rst|rest)$/i.test(name) ? 'rst' : 'text';
}
