/** One piece of SQL text. Comments and white space are left out. */
export interface SqlToken {
  /**
   * `word`: bare identifier or keyword, including `#temp` · `name`: identifier in brackets, double quotes or backticks
   * · `variable`: `@x`, `:x`, `?`, `$(x)`, `{0}` · `go`: a batch separator on its own line.
   */
  readonly kind: 'word' | 'name' | 'string' | 'variable' | 'number' | 'punct' | 'go';
  /** Value without quotes, with doubled quotes undone; otherwise as written. */
  readonly value: string;
  /** `value` in upper case for words, `''` for everything else; compared with keywords. */
  readonly keyword: string;
  /** UTF-16 offsets into the text, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

export interface SqlTokens {
  readonly tokens: readonly SqlToken[];
  /** Unreadable parts and their lines: an unterminated string, comment or quoted name. */
  readonly problems: readonly string[];
}

const WORD = /[\p{L}_#][\p{L}\p{N}_#$@]*/uy;
const VARIABLE =
  /@@?[\p{L}\p{N}_#$@]*|\$\([^)\r\n]{0,200}\)|:[\p{L}_][\p{L}\p{N}_]*|\?|\$\d+|\{[^{}\s]{0,40}\}/uy;
const NUMBER = /0x[0-9a-f]*|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const DOLLAR_QUOTE = /\$[\p{L}_]*\$/uy;
const GO_LINE = /GO(?:[ \t]+\d+)?[ \t]*(?:;[ \t]*)?(?:--[^\n]*)?(?=\r?\n|\r|$)/iy;
const DIRECTIVE = /:(?:setvar|r|on|connect|out|error|exit|quit|ed|list|help|reset|serverlist)\b[^\n]*/iy;
const COMMENT_MARK = /\/\*|\*\//g;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '"': '"', '`': '`' };

/**
 * Splits SQL into tokens. Reads every text to its end in linear time; unterminated tokens run to the end.
 * @param firstLine line number of the text's first line
 */
export function tokenizeSql(text: string, firstLine = 1): SqlTokens {
  return new Tokenizer(text, firstLine).run();
}

class Tokenizer {
  private readonly tokens: SqlToken[] = [];
  private readonly problems: string[] = [];
  private at = 0;
  /** Offset up to which `line` has been counted. */
  private counted = 0;

  constructor(
    private readonly text: string,
    private line: number,
  ) {}

  run(): SqlTokens {
    if (this.text.startsWith('\uFEFF')) this.at = 1;
    while (this.at < this.text.length) this.step();
    return { tokens: this.tokens, problems: this.problems };
  }

  private step(): void {
    const { text, at } = this;
    const char = text[at]!;
    const pair = text.slice(at, at + 2);
    if (/\s/.test(char)) this.at++;
    else if (pair === '--') this.at = this.endOfLine(at);
    else if (pair === '/*') this.blockComment();
    else if (char === "'") this.quoted('string', "'", at);
    else if (/^[NnEeBbXx]'$/.test(pair)) this.quoted('string', "'", at + 1);
    else if (char in CLOSING) this.quoted('name', CLOSING[char]!, at);
    else if (/g/i.test(char) && this.startsLine(at) && this.match(GO_LINE))
      this.take('go', this.match(GO_LINE)!);
    else if (char === ':' && this.startsLine(at) && this.match(DIRECTIVE)) this.at = this.endOfLine(at);
    else if (this.match(DOLLAR_QUOTE)) this.dollarQuoted(this.match(DOLLAR_QUOTE)!);
    else if (pair === '::') this.take('punct', pair);
    else if (this.match(VARIABLE)) this.take('variable', this.match(VARIABLE)!);
    else if (this.match(WORD)) this.take('word', this.match(WORD)!);
    else if (this.match(NUMBER)) this.take('number', this.match(NUMBER)!);
    else this.take('punct', char);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private take(kind: SqlToken['kind'], value: string): void {
    this.push(kind, value, this.at, this.at + value.length);
  }

  private push(kind: SqlToken['kind'], value: string, start: number, end: number): void {
    const keyword = kind === 'word' ? value.toUpperCase() : '';
    this.tokens.push({ kind, value, keyword, start, end, line: this.lineAt(start) });
    this.at = end;
  }

  /** The text between `open`'s quote and `close`; a doubled `close` stands for one. */
  private quoted(kind: 'string' | 'name', close: string, open: number): void {
    const start = this.at;
    const pieces: string[] = [];
    let from = open + 1;
    for (;;) {
      const found = this.text.indexOf(close, from);
      if (found < 0) {
        this.unterminated(kind === 'string' ? 'string' : 'quoted name', start);
        pieces.push(this.text.slice(from));
        return this.push(kind, pieces.join(''), start, this.text.length);
      }
      pieces.push(this.text.slice(from, found));
      from = found + 1;
      if (this.text[from] !== close) break;
      pieces.push(close);
      from++;
    }
    this.push(kind, pieces.join(''), start, from);
  }

  private dollarQuoted(mark: string): void {
    const from = this.at + mark.length;
    const found = this.text.indexOf(mark, from);
    if (found < 0) this.unterminated('string', this.at);
    const end = found < 0 ? this.text.length : found;
    this.push('string', this.text.slice(from, end), this.at, Math.min(this.text.length, end + mark.length));
  }

  /** Block comments nest in T-SQL. */
  private blockComment(): void {
    const start = this.at;
    let depth = 1;
    COMMENT_MARK.lastIndex = start + 2;
    while (depth > 0) {
      const mark = COMMENT_MARK.exec(this.text);
      if (!mark) {
        this.unterminated('comment', start);
        this.at = this.text.length;
        return;
      }
      depth += mark[0] === '/*' ? 1 : -1;
    }
    this.at = COMMENT_MARK.lastIndex;
  }

  private unterminated(what: string, start: number): void {
    this.problems.push(`line ${this.lineAt(start)}: unterminated ${what}`);
  }

  private endOfLine(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end;
  }

  /** True if only white space precedes `at` on its line. */
  private startsLine(at: number): boolean {
    let i = at - 1;
    while (i >= 0 && (this.text[i] === ' ' || this.text[i] === '\t')) i--;
    return i < 0 || this.text[i] === '\n' || this.text[i] === '\r' || this.text[i] === '\uFEFF';
  }

  private lineAt(offset: number): number {
    for (; this.counted < offset; this.counted++) if (this.text[this.counted] === '\n') this.line++;
    return this.line;
  }
}
