import { normalizeQuery } from '@quarry/turn';

/** Most items of a list in a reply; the others are named or counted, see `left-out.ts`. */
export const MAX_ITEMS = 8;
/** Longest item in characters; of a longer one the end is cut, and an ellipsis says so. */
export const MAX_ITEM_LENGTH = 500;

const BULLET = /^\s*(?:[-*+•‣–—]|\(?\d{1,3}[.)])\s+/;
const NOTHING =
  /^(?:none|n\/a|n\.a\.|nothing|no|nil|null|not applicable|nothing (?:else |more |further )?(?:is )?(?:missing|needed|required|lacking)|(?:there are )?no (?:contradictions?|conflicts?|gaps?|missing [a-z ]{1,30})(?: (?:were |was |are |is )?(?:found|needed|required))?)(?=$|\s*[.,;:!–—\n(]|\s+-)/;

/**
 * True if a section, or an item of a list, states that there is nothing: `NONE`, `"None."`, `- n/a`, `NONE (the context
 * is sufficient)`.
 */
export function saysNone(text: string): boolean {
  const plain = text
    .slice(0, 200)
    .replace(/^[\s\-*+•_`"'“”‘’<([{]+/, '')
    .replace(/["'“”‘’`*_>)\]}]/g, '');
  return plain.trim() === '' || NOTHING.test(plain.toLowerCase());
}

/**
 * Lines of a section without those that only state that there is nothing. Prose after a `NONE` explains it, and is
 * removed as well.
 */
export function substance(content: string): string {
  const lines = content.trim().split('\n');
  const kept = lines.filter((line) => line.trim() === '' || !saysNone(line));
  return (saysNone(lines[0] ?? '') ? kept.filter((line) => BULLET.test(line)) : kept).join('\n');
}

/**
 * The items of a section that is a list: one per bullet with its continuation lines or, without bullets, one per line.
 */
export function listItems(content: string): readonly string[] {
  const items: string[] = [];
  let listed = false;
  for (const line of substance(content).split('\n')) {
    if (line.trim() === '') continue;
    const bulleted = BULLET.test(line);
    const text = line.replace(BULLET, '').trim();
    if (listed && !bulleted) items[items.length - 1] = `${items.at(-1) ?? ''} ${text}`;
    else items.push(text);
    listed ||= bulleted;
  }
  // "The following:" introduces the others.
  return distinctItems(items.filter((item, index) => index > 0 || items.length === 1 || !item.endsWith(':')));
}

/** Items trimmed, cut and without empty and equal ones (by `normalizeQuery`), in their order. */
export function distinctItems(items: readonly string[]): readonly string[] {
  const byForm = new Map<string, string>();
  for (const item of items) {
    const text = cutText(item.trim(), MAX_ITEM_LENGTH);
    const form = normalizeQuery(text);
    if (form !== '' && !byForm.has(form)) byForm.set(form, text);
  }
  return [...byForm.values()];
}

/** A text of at most `most` characters; where its end is cut, it ends in an ellipsis. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
