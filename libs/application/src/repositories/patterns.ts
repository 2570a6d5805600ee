/** True for a selector that stands for any number of names: `payments-*`. */
export function isPattern(selector: string): boolean {
  return selector.includes('*');
}

/**
 * Whether a name fits a pattern, in which `*` stands for any characters, also none. Case counts. Takes time
 * proportional to the length of the name times that of the pattern at most, whatever both contain.
 *
 * @example
 * fitsPattern('payments-*', 'payments-api'); // true
 */
export function fitsPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Names and patterns that a setting or a text lists: `docs, payments-*`. */
export function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
