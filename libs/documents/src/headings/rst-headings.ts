import type { PlainHeading } from './plain-headings';

/** Punctuation that may underline a title. */
const RULE = /^([!-/:-@[-`{-~])\1{1,400}\s*$/;
const MAX_TITLE = 200;

/**
 * Finds the headings of reStructuredText: lines at the margin that are underlined, perhaps also overlined, by one mark.
 * Levels follow the order in which the marks first occur. Literal blocks and the content of directives are indented, so
 * they are not headings.
 *
 * @example
 * rstHeadings(['Guide', '=====', '', 'Set-up', '------']); // [{ line: 1, level: 1 }, { line: 4, level: 2 }]
 */
export function rstHeadings(lines: readonly string[]): PlainHeading[] {
  const looks: string[] = [];
  const found: PlainHeading[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    const line = lines[i] ?? '';
    const mark = RULE.exec(lines[i + 1] ?? '')?.[1];
    const over =
      mark !== undefined && RULE.exec(lines[i - 1] ?? '')?.[1] === mark && isOverline(lines, i - 1);
    if (mark === undefined || !isTitle(line, over) || isShorter(lines[i + 1] ?? '', line)) continue;
    // A title follows a blank line; without its overline, the line above it would be text.
    if (!over && (lines[i - 1] ?? '').trim() !== '') continue;
    const look = over ? mark + mark : mark;
    if (!looks.includes(look)) looks.push(look);
    found.push({ line: i + 1, level: looks.indexOf(look) + 1 });
    i++;
  }
  return found;
}

/** An overline follows a blank line: otherwise the mark is the underline of the title above. */
function isOverline(lines: readonly string[], at: number): boolean {
  return (lines[at - 1] ?? '').trim() === '';
}

/** Only a title with an overline may be indented. */
function isTitle(line: string, over: boolean): boolean {
  if (line.trim() === '' || line.length > MAX_TITLE || RULE.test(line)) return false;
  return (over || /^\S/.test(line)) && !/^\.\. /.test(line) && /[\p{L}\p{N}]/u.test(line);
}

/** Whether a rule is much shorter than the text above it. Letters of double width make it a little shorter. */
function isShorter(rule: string, title: string): boolean {
  return rule.trimEnd().length < title.trim().length * 0.8;
}
