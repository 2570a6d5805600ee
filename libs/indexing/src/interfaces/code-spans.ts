/** A comment or a text in quotes: from the offset of its first character to that behind its last. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const TEXT = '"(?:\\\\[^]|[^"\\\\\\n])*"?';
const SINGLE = "'(?:\\\\[^]|[^'\\\\\\n])*'?";
const SLASHES = '/\\*[^]*?(?:\\*/|$)|//[^\\n]*';
const TRIPLE = '"""(?:\\\\[^]|[^])*?(?:"""|$)';
/** A character, which a lifetime of Rust (`'a`) is not. */
const CHARACTER = "'(?:\\\\[^\\n]{1,10}?|[^'\\\\\\n])'";
/** A regular expression of JavaScript, behind what cannot end a value. */
const REGEX =
  '(?<=(?:^|[\\n(,=:[!&|?{};+]|=>|\\breturn)[ \\t]*)/(?![*/])(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\\\n])*\\]|[^/\\\\\\n[])+/';

const JS = `${SLASHES}|\`|${TEXT}|${SINGLE}|${REGEX}`;
const HASH = '#[^\\n]*';

/** What is no code, by language. */
const PATTERNS: Readonly<Record<string, string>> = {
  typescript: JS,
  tsx: JS,
  javascript: JS,
  python: `${HASH}|${TRIPLE}|'''(?:\\\\[^]|[^])*?(?:'''|$)|${TEXT}|${SINGLE}`,
  java: `${SLASHES}|${TRIPLE}|${TEXT}|${CHARACTER}`,
  kotlin: `${SLASHES}|${TRIPLE}|${TEXT}|${CHARACTER}`,
  csharp: `${SLASHES}|"""[^]*?(?:"""|$)|\\$?@\\$?"(?:""|[^"])*"?|${TEXT}|${CHARACTER}`,
  go: `${SLASHES}|\`[^\`]*\`?|${TEXT}|${CHARACTER}`,
  rust: `${SLASHES}|\\br(#{0,5})"[^]*?(?:"\\1|$)|"(?:\\\\[^]|[^"\\\\])*"?|${CHARACTER}`,
  ruby: `^=begin\\b[^]*?(?:^=end\\b|$(?![^]))|(?<![\\w$?])${HASH}|${TEXT}|${SINGLE}`,
  php: `${SLASHES}|#(?!\\[)[^\\n]*|${TEXT}|${SINGLE}`,
};

/** The comments and texts of a file: what is in them is no code. */
export class CodeSpans {
  private readonly spans: readonly Span[];

  constructor(
    private readonly text: string,
    language: string,
  ) {
    this.spans = spansOf(text, PATTERNS[language]);
  }

  /** Whether an offset is in code, and not within a comment or a text; the quote that begins a text is in code. */
  isCode(offset: number): boolean {
    const span = this.spanAt(offset);
    return span === undefined || span.start === offset;
  }

  /** Offset of the bracket that closes the one at `open`; undefined if none does within `most` characters. */
  closeOf(open: number, most: number): number | undefined {
    const end = Math.min(this.text.length, open + most);
    let depth = 0;
    for (let at = open; at < end; at++) {
      const span = this.spanAt(at);
      if (span) {
        at = span.end - 1;
        continue;
      }
      const character = this.text[at]!;
      if ('([{'.includes(character)) depth += 1;
      else if (')]}'.includes(character)) depth -= 1;
      if (depth === 0) return at;
    }
    return undefined;
  }

  private spanAt(offset: number): Span | undefined {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.spans[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const span = this.spans[low - 1];
    return span !== undefined && offset < span.end ? span : undefined;
  }
}

function spansOf(text: string, source: string | undefined): readonly Span[] {
  const spans: Span[] = [];
  if (source === undefined) return spans;
  const pattern = new RegExp(source, source.includes('^=begin') ? 'gm' : 'g');
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index;
    const end = match[0] === '`' ? endOfTemplate(text, start) : start + Math.max(1, match[0].length);
    spans.push({ start, end });
    pattern.lastIndex = end;
  }
  return spans;
}

/** The offset behind a template of JavaScript, which may contain code with further templates. */
function endOfTemplate(text: string, start: number): number {
  /** What is open: `-1` for the text of a template, the number of open brackets for code within one. */
  const open: number[] = [-1];
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    const last = open.length - 1;
    const depth = open[last]!;
    if (character === '\\') at += 1;
    else if (depth < 0) {
      if (character === '`') open.pop();
      else if (character === '$' && text[at + 1] === '{') open.push(0);
      if (open.length === 0) return at + 1;
      if (open.length > last + 1) at += 1;
    } else if (character === '`') open.push(-1);
    else if (character === '{') open[last] = depth + 1;
    else if (character === '}' && depth > 0) open[last] = depth - 1;
    else if (character === '}') open.pop();
  }
  return text.length;
}
