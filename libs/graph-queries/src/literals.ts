/** Code within a text in quotes, from an offset: up to a bracket that closes it, or up to another offset. */
export type Hole = { readonly start: number } & ({ readonly close: string } | { readonly end: number });

/** A text in quotes, as its language writes it. */
export interface Literal {
  /** Offset behind the opening quote. */
  readonly start: number;
  readonly close: string;
  /** What stands for a character that would end the text: a backslash, the quote twice, or nothing. */
  readonly escape: '\\' | 'twice' | null;
  readonly spansLines: boolean;
  /** The code that starts at an offset of the text; a number of characters that start none, though they look like it. */
  readonly hole?: ((text: string, at: number) => Hole | number | undefined) | undefined;
}

/** A character, which a lifetime of Rust (`'a`) is not. */
const CHARACTER = /'(?:\\.[^']{0,8}|[^\\'\n])'/y;
const CHARACTERS: ReadonlySet<string> = new Set(['rust', 'java', 'csharp', 'go', 'c', 'cpp']);
const OVER_LINES: ReadonlySet<string> = new Set(['php', 'ruby', 'rust']);
const TEMPLATES: ReadonlySet<string> = new Set(['javascript', 'typescript']);

/** The text in quotes that starts at an offset; undefined if none starts there. */
export function literalAt(text: string, at: number, language: string): Literal | undefined {
  const quote = text.charAt(at);
  if (quote === '`') return inBackticks(text, at, language);
  if (quote !== '"' && quote !== "'") return undefined;
  if (quote === "'" && CHARACTERS.has(language)) {
    CHARACTER.lastIndex = at;
    const start = at + 1;
    return CHARACTER.test(text) ? { start, close: "'", escape: '\\', spansLines: false } : undefined;
  }
  const before = text.slice(Math.max(0, at - 12), at);
  if (language === 'csharp') return ofCSharp(text, at, before);
  // `r#"…"#` knows no backslash.
  const [, hashes] = language === 'rust' ? (/\br(#{0,8})$/.exec(before) ?? []) : [];
  const triple = quote.repeat(3);
  const close = hashes === undefined ? (text.startsWith(triple, at) ? triple : quote) : `${quote}${hashes}`;
  return {
    ...{ start: at + (close === triple ? 3 : 1), close },
    escape: hashes === undefined ? '\\' : null,
    spansLines: close === triple || OVER_LINES.has(language),
    hole: holeOf(quote, before, language),
  };
}

function inBackticks(text: string, at: number, language: string): Literal | undefined {
  const isKnown = language === 'go' || language === 'ruby' || TEMPLATES.has(language);
  // One alone is part of something else, such as a regular expression.
  if (!isKnown || !text.includes('`', at + 1)) return undefined;
  const hole = language === 'go' ? undefined : behind(language === 'ruby' ? '#{' : '${');
  return { start: at + 1, close: '`', escape: language === 'go' ? null : '\\', spansLines: true, hole };
}

/** `"…"`, `@"…"`, `$"…{code}…"`, `"""…"""` and `$$"""…{{code}}…"""`. */
function ofCSharp(text: string, at: number, before: string): Literal {
  const [marks = ''] = /[$@]{1,8}$/.exec(before) ?? [];
  const [quotes = '"'] = /^"{3,20}/.exec(text.slice(at, at + 20)) ?? [];
  const dollars = marks.replaceAll('@', '').length;
  const isVerbatim = marks.includes('@');
  return {
    ...{ start: at + quotes.length, close: quotes },
    escape: quotes.length > 1 ? null : isVerbatim ? 'twice' : '\\',
    spansLines: isVerbatim || quotes.length > 1,
    hole: dollars === 0 ? undefined : inBraces(dollars, quotes.length === 1),
  };
}

function holeOf(quote: string, before: string, language: string): Literal['hole'] {
  if (language === 'python')
    return /(?<![A-Za-z0-9_])(?:[ft]r?|r[ft])$/i.test(before) ? inBraces(1, true) : undefined;
  if (quote === "'") return undefined;
  if (language === 'ruby') return behind('#{');
  if (language === 'php') return variableOfPhp;
  return language === 'rust' ? argumentOfRust : undefined;
}

/** Code between so many braces; where two stand for a brace in the text, they begin none. */
function inBraces(count: number, twice: boolean): Literal['hole'] {
  const open = '{'.repeat(count);
  return (text, at) => {
    if (!text.startsWith(open, at)) return undefined;
    if (twice && text.startsWith('{{', at)) return 2;
    return { start: at + count, close: '}'.repeat(count) };
  };
}

/** Code behind a mark, up to a brace. */
function behind(mark: string): Literal['hole'] {
  return (text, at) => (text.startsWith(mark, at) ? { start: at + mark.length, close: '}' } : undefined);
}

const PHP_VARIABLE = /\$[A-Za-z_]\w*(?:\??->[A-Za-z_]\w*)?/y;

/** `$order->total` and `{$order->total()}` of PHP. */
function variableOfPhp(text: string, at: number): Hole | undefined {
  if (text.startsWith('{$', at)) return { start: at + 1, close: '}' };
  PHP_VARIABLE.lastIndex = at;
  return PHP_VARIABLE.test(text) ? { start: at, end: PHP_VARIABLE.lastIndex } : undefined;
}

const RUST_ARGUMENT = /\{([A-Za-z_]\w*)[:}]/y;

/** `{name}` and `{name:?}` of the formatting macros of Rust. */
function argumentOfRust(text: string, at: number): Hole | number | undefined {
  if (text.startsWith('{{', at)) return 2;
  RUST_ARGUMENT.lastIndex = at;
  const [, name] = RUST_ARGUMENT.exec(text) ?? [];
  return name === undefined ? undefined : { start: at + 1, end: at + 1 + name.length };
}
