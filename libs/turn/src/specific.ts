import { trimEndOf } from './need';

/**
 * Names that a request is specifically about, as code calls them: `A::b`, `invoices.total`, `parse_line`, `InvoiceService`,
 * text in back-ticks, "function x", "class X", "x in path/to/file.py". Empty for a request in general words
 * ("errors in general"). See pitfalls, "Specific or fuzzy".
 */
export function specificNames(text: string): string[] {
  const names = new Set<string>();
  // One word alone is a name: nobody asks for `retry` meaning retrying in general.
  if (/^[A-Za-z_]\w*(?:\(\))?$/.test(text.trim())) names.add(clean(text.trim()));
  for (const [, quoted] of text.matchAll(/`([^`\n]{1,200})`/g)) if (quoted) names.add(clean(quoted));
  const keyword =
    /\b(?:functions?|methods?|class(?:es)?|types?|interfaces?|structs?|enums?|traits?|tables?|views?|procedures?|procs?|triggers?|modules?)\s+([A-Za-z_][\w.:#]{1,200})/gi;
  for (const [, name] of text.matchAll(keyword))
    if (name && !STOP.has(name.toLowerCase())) names.add(clean(name));
  const inFile = /([A-Za-z_][\w.:#]{0,200})\s+in\s+[`'"]?[\w./\\-]{1,200}\.\w{1,8}\b/g;
  for (const [, name] of text.matchAll(inFile)) if (name) names.add(clean(name));
  // Qualified names of languages without namespaces begin with a path: `src/turn.openTurn`, and are one name.
  const paths = /(?<![\w@./-])[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,30}/g;
  for (const [path] of text.matchAll(paths)) if (/\.\w+$/.test(path)) names.add(clean(path));
  for (const [word] of text.replace(paths, ' ').matchAll(/[A-Za-z_][\w]*(?:(?:::|\.|#)[A-Za-z_]\w*)*/g))
    if (looksLikeCode(word)) names.add(clean(word));
  names.delete('');
  return [...names];
}

/** True where a definition's symbol or text names what was asked for; false for requests in general words. */
export function namesWhatIsAsked(request: string, symbol: string | undefined, text: string): boolean {
  return specificNames(request).some((name) => {
    const last = lastSegment(name);
    if (symbol !== undefined && lastSegment(symbol).toLowerCase() === last.toLowerCase()) return true;
    return wholeWord(text, last);
  });
}

const STOP = new Set([
  'in',
  'of',
  'that',
  'which',
  'and',
  'or',
  'for',
  'the',
  'is',
  'are',
  'to',
  'with',
  'name',
  'names',
  'definition',
  'definitions',
  'body',
  'called',
  'named',
]);

function looksLikeCode(word: string): boolean {
  if (/::|#/.test(word) || /\w\.[A-Za-z]/.test(word)) return !/\.(?:$|\s)/.test(word);
  if (/[a-z0-9]_[a-z0-9]/i.test(word)) return true;
  return /[a-z][A-Z]/.test(word);
}

function clean(name: string): string {
  return trimEndOf(name.replace(/\(.*$/s, '').replace(/::|#/g, '.'), '.:').trim();
}

function lastSegment(name: string): string {
  return (
    name
      .replace(/\(.*$/s, '')
      .split(/[.:#/]/)
      .filter(Boolean)
      .at(-1) ?? name
  );
}

function wholeWord(text: string, word: string): boolean {
  if (word.length < 2) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}
