import type { Section } from '@quarry/turn';
import type { LineRange } from './lines';

/** Lines of a document that belong to one section and to none of its subsections. */
export interface SectionRange extends LineRange {
  /** The innermost section. */
  readonly section: Section;
}

/** A document's lines by the innermost section that they stand in, in order; together they cover 1..`count`. */
export function sectionRanges(sections: readonly Section[], count: number): SectionRange[] {
  const root = sections[0];
  if (!root || count < 1) return [];
  // Parents come before children, so the last one that covers a line is the innermost.
  const owners = new Array<Section>(count).fill(root);
  for (const section of sections)
    owners.fill(section, Math.max(0, section.startLine - 1), Math.min(count, section.endLine));
  const ranges: SectionRange[] = [];
  owners.forEach((section, i) => {
    const last = ranges.at(-1);
    if (last?.section === section) ranges[ranges.length - 1] = { ...last, end: i + 1 };
    else ranges.push({ section, start: i + 1, end: i + 1 });
  });
  return ranges;
}
