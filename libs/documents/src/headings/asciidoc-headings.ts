import type { PlainHeading } from './plain-headings';

const MAX_TITLE = 200;
/** Lines that begin and end a block, in which nothing is a heading. */
const DELIMITER = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|\+{4,}|_{4,}|\/{4,}|`{3,}[\w-]{0,30}|[|,:!]={3,})\s*$/;
/** Marks that underline titles, by level. */
const UNDERLINES = '=-~^+';

/**
 * Finds the headings of AsciiDoc: `= Title`, `== Section` (or `#`), and titles underlined by a rule of their length;
 * not within listings, comments, tables and other delimited blocks.
 *
 * @example
 * asciidocHeadings(['= Guide', '', '== Set-up']); // [{ line: 1, level: 1 }, { line: 3, level: 2 }]
 */
export function asciidocHeadings(lines: readonly string[]): PlainHeading[] {
  const found: PlainHeading[] = [];
  let block: string | null = null;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]?.trimEnd() ?? '';
    if (block !== null) {
      if (line === block) block = null;
      continue;
    }
    const level = /^(={1,6}|#{1,6})[ \t]+\S/.exec(line)?.[1]?.length;
    if (level !== undefined && line.length <= MAX_TITLE) found.push({ line: i + 1, level });
    else {
      const under = underlineLevel(line, lines[i + 1]?.trimEnd() ?? '', lines[i - 1] ?? '');
      if (under > 0) found.push({ line: ++i, level: under });
      else if (DELIMITER.test(line)) block = line.replace(/^(`{3,}).*$/, '$1');
    }
  }
  return found;
}

/** From 1; 0 if the next line does not underline this one: its rule has the length of the title, give or take two. */
function underlineLevel(line: string, rule: string, before: string): number {
  const mark = rule[0] ?? '';
  const isRule = rule.length > 3 && rule === mark.repeat(rule.length) && UNDERLINES.includes(mark);
  const isTitle =
    /^[\p{L}\p{N}]/u.test(line) &&
    line.length <= MAX_TITLE &&
    (before.trim() === '' || /^\[.*\]\s*$/.test(before));
  return isRule && isTitle && Math.abs(rule.length - line.length) <= 2 ? UNDERLINES.indexOf(mark) + 1 : 0;
}
