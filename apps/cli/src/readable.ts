import { maskCode } from '@quarry/turn';

/**
 * An answer as a terminal shows it: backslashes that only keep a bracket or a back-tick of a quotation from being read
 * as Markdown are left out. Code stays as it is.
 *
 * @example readable('> as in \\[5\\]') // '> as in [5]'
 */
export function readable(markdown: string): string {
  if (!markdown.includes('\\')) return markdown;
  const masked = maskCode(markdown);
  return markdown.replace(/\\[[\]`]/g, (escape, at: number) =>
    masked.startsWith(escape, at) ? escape.slice(1) : escape,
  );
}

/**
 * The start of a text that grows, up to where {@link readable} cannot change any more: what follows decides on a
 * backslash at its end, and on one behind a back-tick that nothing on its line has closed yet.
 */
export function settled(markdown: string): string {
  if (!markdown.includes('\\')) return markdown;
  const line = markdown.lastIndexOf('\n') + 1;
  const open = /(?<!\\)`[^`]*\\.*$/.exec(maskCode(markdown).slice(line))?.index;
  return open === undefined ? markdown.replace(/\\$/, '') : markdown.slice(0, line + open);
}
