import type { LoadedDocument } from '@quarry/documents';
import type { SectionRange } from './section-ranges';

/** Lines of one section and one part of the file. */
export interface PartRange extends SectionRange {
  /** The slide, chapter or attachment, beyond which a chunk does not go; `''` where short parts are joined. */
  readonly part: string;
}

/** Pages continue each other: a chunk may have several. */
const PAGE = /(?:^|, )page \d+$/;
/** So do cells of a notebook, but only short ones are together. */
const CELL = /(?:^|, )cell \d+$/;

/**
 * Cuts ranges at the borders of slides, cells, chapters and attachments, so that a citation names the one that it is
 * from.
 */
export function partRanges(ranges: readonly SectionRange[], document: LoadedDocument): PartRange[] {
  const partAt = (line: number): string => (document.lines[line - 1]?.layout.part ?? '').replace(PAGE, '');
  return ranges.flatMap(({ section, start, end }) => {
    const cut: PartRange[] = [];
    let last: string | null = null;
    for (let line = start; line <= end; line++) {
      const part = partAt(line);
      const before = cut.at(-1);
      if (before && part === last) cut[cut.length - 1] = { ...before, end: line };
      else cut.push({ section, start: line, end: line, part: part.replace(CELL, '') });
      last = part;
    }
    return cut;
  });
}
