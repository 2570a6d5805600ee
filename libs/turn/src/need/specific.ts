import { defined } from '../record/defined';
import { trimEndOf } from './need';

/** The names in a request. */
export interface SpecificRequest {
  /** Names of definitions, or the file if the request names nothing else; empty for a request in general words. */
  readonly names: readonly string[];
  /** File in which to look for the names first: "foo in path/to/file.py". */
  readonly file?: string;
}

/** Splits a request into the names that it asks for and the file that should contain them. */
export function specificRequest(text: string): SpecificRequest {
  const all = specificNames(text);
  const names = all.filter((name) => !isFile(name));
  const file = all.find(isFile);
  if (names.length === 0) return { names: all };
  return { names, ...defined({ file }) };
}

/** Whether a text is the name of a source file, with or without folders: `src/a.py`, `Invoice.cs`. */
export function isFile(name: string): boolean {
  return FILE.test(name);
}

const FILE =
  /\w\.(?:[cm]?[jt]sx?|py|cs|vb|fs|java|kt|go|rs|sql|md|json|ya?ml|toml|rb|php|cpp|cc|hpp|c|h|swift|sh|xml|html|css|txt|csproj)$/i;

/**
 * Names that a request is specifically about, as code calls them (000, "Specific vs Fuzzy Detection"): `A::b`, `invoices.total`,
 * `parse_line`, `InvoiceService`, text in backticks, "function x", "class X", "the X class", "x in path/to/file.py", and the file itself.
 * Empty for a request in general words ("errors in general"). See pitfalls, "Specific or fuzzy".
 */
export function specificNames(request: string): string[] {
  const text = request.replaceAll('\\', '/');
  const names = new Set<string>();
  // A single word is a name: a request for `retry` is not about retrying in general.
  if (/^[A-Za-z_]\w*(?:\(\))?$/.test(text.trim())) names.add(clean(text.trim()));
  for (const [, quoted] of text.matchAll(/`([^`\n]{1,200})`/g))
    if (quoted && !/\s/.test(clean(quoted))) names.add(clean(quoted));
  const keyword =
    /\b(?:functions?|methods?|class(?:es)?|types?|interfaces?|structs?|enums?|traits?|tables?|views?|procedures?|procs?|triggers?|modules?)\s+([A-Za-z_][\w.:#]{1,200})/gi;
  for (const [, name] of text.matchAll(keyword))
    if (name && !STOP.has(name.toLowerCase())) names.add(clean(name));
  const before =
    /\b([A-Z]\w{1,200})\s+(?:function|method|class|type|interface|struct|enum|trait|table|view|procedure|trigger)\b/g;
  for (const [, name] of text.matchAll(before))
    if (name && !STOP.has(name.toLowerCase())) names.add(clean(name));
  const inFile = /(?<![\w.:#])([A-Za-z_][\w.:#]{0,200})\s+in\s+[`'"]?[\w./\\-]{1,200}\.\w{1,8}\b/g;
  for (const { 1: name, index } of text.matchAll(inFile))
    // A plain word is a name only at the start: "foo in a.py", but not "how it ends in a.py".
    if (name && (looksLikeCode(name) || !/[A-Za-z]/.test(text.slice(0, index)))) names.add(clean(name));
  // In languages without namespaces, a qualified name begins with a path: `src/turn.openTurn` is one name.
  const paths = /(?<![\w@./-])[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,30}/g;
  for (const [path] of text.matchAll(paths)) if (/\.\w+$/.test(path)) names.add(clean(path));
  for (const [word] of text.replace(paths, ' ').matchAll(/[A-Za-z_][\w]*(?:(?:::|\.|#)[A-Za-z_]\w*)*/g))
    if (looksLikeCode(word)) names.add(clean(word));
  names.delete('');
  return [...names];
}

/**
 * Whether the symbol or the text of a definition contains the requested name, or the request names only its file. False
 * for requests in general words.
 */
export function namesWhatIsAsked(
  request: string,
  symbol: string | undefined,
  text: string,
  path?: string,
): boolean {
  return specificRequest(request).names.some((name) => {
    if (isFile(name)) return path !== undefined && endsInPath(path, name);
    const last = lastSegment(name);
    if (symbol !== undefined && lastSegment(symbol).toLowerCase() === last.toLowerCase()) return true;
    return wholeWord(text, last);
  });
}

/** Whether `path` is `file` or ends with it, compared by folder and regardless of case and separators. */
export function endsInPath(path: string, file: string): boolean {
  const [whole, end] = [path, file].map((part) =>
    part
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/^\.?\//, ''),
  );
  return whole === end || (whole?.endsWith(`/${end ?? ''}`) ?? false);
}

/** Words next to "function", "class" and the like that are not names. */
const STOP: ReadonlySet<string> = new Set(
  `a an and any are as at base be body by call called calling calls can declaration declarations
   declared defined definition definitions diagram does each every for from handling has have hierarchy
   implementation implementations implementing in is itself level main members name named names no of
   on or overload overloads parameter parameters should signature signatures some structure that the
   these this those to used uses using we what where which with`.split(/\s+/),
);

/** Abbreviations that look like a member access. */
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'a.k.a', 'etc']);

function looksLikeCode(word: string): boolean {
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
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
