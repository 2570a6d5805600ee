import type { Section } from '@quarry/turn';
import type { LineRange } from './lines';

/** Lines of a document that belong to one section and to none of its subsections. */
export interface SectionRange extends LineRange {
  /** The innermost section. */
  readonly section: Section;
}

/** Groups a document's lines by their innermost section, in order; together the ranges cover 1..`count`. */
export function sectionRanges(sections: readonly Section[], count: number): SectionRange[] {
  const root = sections[0];
  if (!root || count < 1) return [];
  // Parents precede children, so the last section that covers a line is the innermost.
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
