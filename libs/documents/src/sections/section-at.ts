import type { Section } from '@quarry/turn';

/**
 * Finds the innermost section that contains a line of the text; undefined if there are no sections.
 * @param sections of one document, as returned by `sectionsOf`
 * @param line from 1
 */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  let low = 0;
  let high = sections.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.startLine ?? 0) <= line) low = middle;
    else high = middle;
  }
  // Parents precede their children: the last one that contains the line is the innermost.
  for (let at = low; at > 0; at--) {
    const section = sections[at];
    if (section !== undefined && line <= section.endLine) return section;
  }
  return sections[0];
}
