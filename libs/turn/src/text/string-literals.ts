const QUOTES = new Set(['"', "'", '`']);
/** What may stand before the quote of a string: `f'…'`, `$"…"`, `r#"…"`. A letter before another one is an apostrophe. */
const BEFORE = /(?:^|[^\p{L}\p{N}])(?:[fFrRbBuU]{1,2}|@|\$|r?#{1,3})?$/u;
/** Characters before a quote that are read to tell what it is. */
const READ = 4;

/**
 * The texts of the strings of a line of code, without their quotes; the rest of the line for one that goes on below.
 * Escapes stay as written. Reads the line once.
 * @example
 * literalsIn(`log.warn('No cart', "of " + name)`); // ['No cart', 'of ']
 */
export function literalsIn(line: string): readonly string[] {
  const found: string[] = [];
  let open: { readonly quote: string; readonly from: number } | null = null;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (open !== null && char === '\\') at++;
    else if (open !== null && char === open.quote) {
      found.push(line.slice(open.from, at));
      open = null;
    } else if (open === null && QUOTES.has(char) && BEFORE.test(line.slice(Math.max(0, at - READ), at)))
      open = { quote: char, from: at + 1 };
  }
  return open === null ? found : [...found, line.slice(open.from)];
}
