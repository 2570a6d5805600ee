/**
 * Lines of the settings at the beginning of a page, between two rules (`---` or `+++`), with both; 0 without them.
 * @param most lines among which the second rule is looked for
 * @example
 * frontMatterLines(['---', 'title: Limits', '---', 'Text.']) // 3
 */
export function frontMatterLines(lines: readonly string[], most = Infinity): number {
  const rule = lines[0]?.trimEnd();
  if (rule !== '---' && rule !== '+++') return 0;
  const end = lines.findIndex((line, at) => at > 0 && at < most && line.trimEnd() === rule);
  return end + 1;
}
