import { isTableRule } from '@quarry/turn';

/** True for a row of a table in Markdown that begins and ends with a bar, as nearly all do. */
export function isRow(text: string): boolean {
  return /^\s*\|.*\|\s*$/.test(text);
}

/** The row without the spaces and dashes that align its columns in the file. */
export function shownRow(text: string): string {
  if (isRule(text)) return text.trim().replace(/-{3,}/g, '---').replace(/ {2,}/g, ' ');
  return text.trim().replace(/[ \t]{2,}/g, ' ');
}

/**
 * The row with the names of the columns and the rule below it, for rows of Markdown that are quoted without them.
 * @param lines of the evidence
 * @param at index of the first row that is quoted
 * @param head the last line of the head of the table where its rows are in several chunks
 */
export function columnsAbove(
  lines: readonly string[],
  at: number,
  head: string | undefined,
): readonly string[] {
  // Rows of a sheet have no bars at their ends; prose below a table of Markdown belongs to none.
  if (!isRow(lines[at] ?? '')) return head === undefined || isRow(head) ? [] : [head];
  let top = at;
  while (isRow(lines[top - 1] ?? '')) top -= 1;
  const isOwn = top + 1 < lines.length && isRule(lines[top + 1] ?? '');
  // The quoted rows contain the head.
  if (isOwn && at <= top + 1) return [];
  const columns = isOwn ? lines[top] : top === 0 ? head : undefined;
  if (columns === undefined) return [];
  const row = shownRow(columns);
  return isRow(row) ? [row, row.replace(/[^|]+/g, ' --- ')] : [row];
}

function isRule(text: string): boolean {
  return isTableRule(text) && text.includes('|');
}
