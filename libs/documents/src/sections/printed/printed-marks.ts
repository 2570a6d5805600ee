import type { DocumentLine } from '../../document';
import { cleanTitle, type Mark } from '../mark';
import { paragraphLines } from './blocks';
import { candidateOf, type Candidate } from './candidate';
import { contentsPages } from './contents-pages';
import { looksOf, type Look } from './look';
import { LOOKS } from '../../headings/numbering';
import { runningLines } from './running';
import { wrapped, type Wrapped } from './wrapped';

type Heading = Candidate & Wrapped;

/**
 * Finds the headings of a printed document by size, weight and numbering, relative to the running text. Excludes
 * running headers, table rows, tables of contents and bold paragraphs.
 */
export function printedMarks(lines: readonly DocumentLine[], pages: number | null): Mark[] {
  const looks = looksOf(lines);
  if (!looks) return [];
  const found = withoutRepeated(withoutEmpty(ranked(headingsIn(lines, looks, pages ?? 1)), lines));
  const headings = withoutCover(found, lines);
  return headings.flatMap(({ at, text, rank }) => {
    const title = cleanTitle(text);
    return title === null ? [] : [{ line: at + 1, rank, title }];
  });
}

function headingsIn(lines: readonly DocumentLine[], looks: (page: number) => Look, pages: number): Heading[] {
  const running = runningLines(lines);
  const contents = contentsPages(lines, pages);
  const paragraphs = paragraphLines(lines);
  const kept = new Set<string>();
  const candidates = lines.map((line, at) => {
    const found = contents.has(line.layout.page ?? 0)
      ? null
      : candidateOf(lines, at, looks(line.layout.page ?? 0));
    if (found?.key === null && paragraphs[at]) return null;
    if (!found || !running.has(at)) return found;
    // Of numbered headings that are repeated on each page, the first is the real one.
    if (found.key === null || kept.has(found.key)) return null;
    kept.add(found.key);
    return found;
  });
  const headings: Heading[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const first = candidates[at];
    if (!first) continue;
    const { text, end } = wrapped(lines, candidates, first, looks(lines[at]?.layout.page ?? 0));
    if (!/[,;]$/.test(text)) headings.push({ ...first, text, end });
    at = end;
  }
  return headings;
}

/**
 * Ranks headings by appearance: larger letters first, then capitals; within one appearance by the depth of the number.
 */
function ranked(headings: readonly Heading[]): Heading[] {
  const nameOf = ({ ratio, caps }: Heading): number => ratio * 2 + (caps ? 1 : 0);
  const looks = [...new Set(headings.filter(({ key }) => key === null).map(nameOf))].sort((a, b) => b - a);
  return headings.map((heading) =>
    heading.key === null
      ? { ...heading, rank: LOOKS + looks.indexOf(nameOf(heading)) + Math.max(0, heading.depth - 1) / 10 }
      : heading,
  );
}

/** Without headings that have no text below them: lines of a cover, a name above a title. */
function withoutEmpty(headings: readonly Heading[], lines: readonly DocumentLine[]): Heading[] {
  return headings.filter((heading, i) => {
    const next = headings[i + 1];
    if (heading.key !== null || !next || next.rank > heading.rank) return true;
    return lines.slice(heading.end + 1, next.at).some(({ text }) => /\p{L}{2}/u.test(text));
  });
}

/** With this many numbered parts, the numbering determines the structure of a document. */
const NUMBERED = 3;

/** Maximum extent of a cover: pages, or share of the lines. */
const COVER = { pages: 2, share: 0.1 } as const;

/** If the numbered parts start near the beginning of the document, the headings before them belong to its cover. */
function withoutCover(headings: readonly Heading[], lines: readonly DocumentLine[]): readonly Heading[] {
  const numbered = headings.filter(({ key }) => key !== null);
  const first = headings.findIndex(({ key }) => key !== null);
  const at = headings[first]?.at ?? lines.length;
  const early = at <= lines.length * COVER.share || (lines[at]?.layout.page ?? Infinity) <= COVER.pages;
  return numbered.length >= NUMBERED && early ? headings.slice(first) : headings;
}

/** Without headings that are repeated on the next page. */
function withoutRepeated(headings: readonly Heading[]): Heading[] {
  const open = new Map<number, string>();
  return headings.filter(({ key, rank }) => {
    if (key === null) return true;
    if (open.get(rank) === key) return false;
    for (const deeper of [...open.keys()]) if (deeper >= rank) open.delete(deeper);
    open.set(rank, key);
    return true;
  });
}
