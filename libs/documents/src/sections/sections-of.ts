import type { Section } from '@quarry/turn';
import type { DocumentLine, OutlineEntry } from '../document';
import { formatMarks } from './format-marks';
import { cleanTitle, type Mark } from './mark';
import { outlineMarks } from './outline-marks';
import { plainHeadings } from '../headings/plain-headings';
import { printedMarks } from './printed/printed-marks';
import { refined } from './refine';
import { treeOf } from './section-tree';

/** A text and its known structure: a loaded document, or a text file from `textLines`. */
export interface SectionInput {
  readonly path: string;
  /** Identity if the file contains several documents. */
  readonly document?: string;
  readonly title?: string;
  readonly lines: readonly DocumentLine[];
  /** Empty if the document has none. */
  readonly outline: readonly OutlineEntry[];
  readonly pages: number | null;
}

/** A shorter text is one section: its root. */
const SHORT = 500;
/** The title of a document is within this many non-blank lines. */
const TITLE_WITHIN = 12;

/**
 * The section tree of a document, flat, the root first (001, "section index"): from the outline if at least two of its
 * entries resolve, otherwise from headings, otherwise from windows of pages or lines. Deterministic; limited to 5,000
 * sections and 12 levels.
 */
export function sectionsOf(input: SectionInput): readonly Section[] {
  const { lines, pages } = input;
  const marks = isShort(lines) ? [] : marksOf(input);
  const head = titleMark(marks, lines);
  const parts = head ? marks.slice(1) : marks;
  const title = cleanTitle(input.title ?? '') ?? head?.title ?? nameOf(input);
  return treeOf(
    { ...input, title },
    refined(parts, () => printedMarks(lines, pages), lines),
  );
}

function marksOf({ lines, outline, pages }: SectionInput): Mark[] {
  const listed = outlineMarks(outline, lines);
  if (listed.length >= 2) return listed;
  const named = formatMarks(lines);
  if (named.length > 0) return named;
  return pages === null ? unmarked(lines) : printedMarks(lines, pages);
}

/** Headings of a web page or Word file that formats its headings as bold paragraphs. */
function unmarked(lines: readonly DocumentLine[]): Mark[] {
  // A text file has blank lines between paragraphs; its headings are already known.
  if (lines.some(({ text }) => text === '')) return [];
  const texts = lines.map(({ kind, text }) => (kind === 'text' ? text : ''));
  return plainHeadings(texts, true).flatMap(({ line, level }) => {
    const title = cleanTitle(texts[line - 1] ?? '');
    return title === null ? [] : [{ line, rank: level, title }];
  });
}

/** The only mark of the highest rank, near the beginning: it names the document, not a part of it. */
function titleMark(marks: readonly Mark[], lines: readonly DocumentLine[]): Mark | undefined {
  const [first, ...others] = marks;
  if (!first || others.some(({ rank }) => rank <= first.rank)) return undefined;
  const before = lines.slice(0, first.line - 1).filter(({ text }) => /\S/.test(text));
  return before.length < TITLE_WITHIN ? first : undefined;
}

function isShort(lines: readonly DocumentLine[]): boolean {
  let characters = 0;
  return !lines.some(({ text }) => (characters += text.length + 1) > SHORT);
}

function nameOf({ path, document }: SectionInput): string {
  return document ?? path.slice(path.lastIndexOf('/') + 1);
}
