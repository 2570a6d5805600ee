import type { LoadedDocument } from '@quarry/documents';
import type { SectionRange } from './section-ranges';

/** Lines of one section and one part of the file. */
export interface PartRange extends SectionRange {
  /** The slide, chapter or attachment; `''` for files whose parts may be together in a chunk. */
  readonly part: string;
}

/** Pages and cells continue each other: a chunk may have several. Slides, chapters and attachments do not. */
const CONTINUED = /(?:^|, )(?:page|cell) \d+$/;

/**
 * Cuts ranges at the borders of slides, chapters and attachments, so that a citation names the one that it is from.
 */
export function partRanges(ranges: readonly SectionRange[], document: LoadedDocument): PartRange[] {
  const partAt = (line: number): string =>
    (document.lines[line - 1]?.layout.part ?? '').replace(CONTINUED, '');
  return ranges.flatMap(({ section, start, end }) => {
    const cut: PartRange[] = [];
    for (let line = start; line <= end; line++) {
      const part = partAt(line);
      const last = cut.at(-1);
      if (last?.part === part) cut[cut.length - 1] = { ...last, end: line };
      else cut.push({ section, start: line, end: line, part });
    }
    return cut;
  });
}
