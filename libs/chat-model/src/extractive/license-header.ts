/** Lines that a header has at most: the longest of usual licenses has some forty. */
const MOST_LINES = 60;
const LEGAL =
  /\bcopyright\b|\(c\) \d{4}|\bSPDX-|\blicen[sc]ed (?:under|to)\b|\b(?:MIT|BSD|Apache|Public) License\b|\ball rights reserved\b/i;
const LINE_COMMENT = /^\s*(?:\/\/|#|--|;)/;

/**
 * Lines at the beginning of a file that state its license, with what separates them from the code: they say nothing of
 * what it does. 0 if it begins otherwise.
 * @param texts the lines of the file from its first one
 *
 * @example
 * licenseLines(['# Licensed under the Apache License', '', 'import os']); // 2
 */
export function licenseLines(texts: readonly string[]): number {
  const end = headerEnd(texts.slice(0, MOST_LINES));
  if (!texts.slice(0, end).some((text) => LEGAL.test(text))) return 0;
  const code = texts.findIndex((text, at) => at >= end && text.trim() !== '');
  return Math.max(0, code);
}

/** Where the first comment ends: a block comment, or lines of comments without a blank one between. */
function headerEnd(texts: readonly string[]): number {
  const isBlock = texts[0]?.trimStart().startsWith('/*') ?? false;
  const last = isBlock
    ? texts.findIndex((text) => text.includes('*/')) + 1
    : texts.findIndex((text) => !LINE_COMMENT.test(text));
  return Math.max(0, last);
}
