/** Languages with comments between slashes and stars, and behind two slashes. */
const SLASHES: ReadonlySet<string> = new Set(
  'c cpp csharp go java javascript kotlin php rust scala swift typescript'.split(' '),
);
const HASH: ReadonlySet<string> = new Set('python ruby php shell'.split(' '));
/** A character, which a lifetime of Rust (`'a`) is not. */
const CHARACTER = /'(?:\\.[^']{0,8}|[^\\'\n])'/y;

/**
 * The lines of a definition with its comments and texts in quotes taken out, each line as long as before: what is left
 * is code, and a name in it is no mention in words.
 * @example
 * codeText('clean(x); // see clean(y)', 'java');   // ['clean(x);               ']
 */
export function codeText(text: string, language: string): readonly string[] {
  const hasSlashes = SLASHES.has(language);
  let code = '';
  let at = 0;
  const blank = (end: number): void => {
    code += text.slice(at, end).replace(/[^\n]/g, ' ');
    at = end;
  };
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    if (hasSlashes && two === '/*') blank(after(text, '*/', at + 2));
    else if ((hasSlashes && two === '//') || (HASH.has(language) && text[at] === '#' && two !== '#['))
      blank(before(text, '\n', at));
    else {
      const end = endOfText(text, at, language);
      if (end > at) blank(end);
      else {
        code += text[at] ?? '';
        at += 1;
      }
    }
  }
  return code.split('\n');
}

/** Where the text in quotes that starts at an offset ends; the offset itself if none starts there. */
function endOfText(text: string, at: number, language: string): number {
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return at;
  const triple = quote.repeat(3);
  if (text.startsWith(triple, at)) return after(text, triple, at + 3);
  if (quote === "'" && (language === 'rust' || language === 'java' || language === 'csharp')) {
    CHARACTER.lastIndex = at;
    return CHARACTER.test(text) ? CHARACTER.lastIndex : at;
  }
  // `r#"…"#` of Rust and `@"…"` of C# know no backslash.
  const [, hashes = ''] =
    language === 'rust' ? (/r(#{1,8})$/.exec(text.slice(Math.max(0, at - 9), at)) ?? []) : [];
  if (hashes !== '') return after(text, `"${hashes}`, at + 1);
  const isVerbatim = language === 'csharp' && /[@$]?@\$?$/.test(text.slice(Math.max(0, at - 2), at));
  const spansLines = isVerbatim || language === 'rust' || language === 'php' || language === 'ruby';
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\' && !isVerbatim) end += 1;
    else if (text[end] === quote) return end + 1;
    else if (text[end] === '\n' && !spansLines) return end;
  }
  return text.length;
}

function after(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found + what.length;
}

function before(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found;
}
