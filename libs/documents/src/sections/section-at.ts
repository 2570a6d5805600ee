import type { Section } from '@quarry/turn';

/**
 * The innermost section that a line of the text lies in; undefined where there are no sections at all.
 * @param sections of one document, as `sectionsOf` gives them
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
  // Parents stand before their children: the last one that holds the line is the innermost.
  for (let at = low; at > 0; at--) {
    const section = sections[at];
    if (section !== undefined && line <= section.endLine) return section;
  }
  return sections[0];
}
