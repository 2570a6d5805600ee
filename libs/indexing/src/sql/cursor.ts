import type { SqlName } from './sql-name';
import type { SqlToken } from './tokens';

/** Walks over tokens. Every method that reads advances; nothing fails at the end. */
export class SqlCursor {
  at = 0;

  constructor(readonly tokens: readonly SqlToken[]) {}

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(ahead = 0): SqlToken | undefined {
    return this.tokens[this.at + ahead];
  }

  /** Keyword at a distance, `''` for anything else. After a dot it is a name, not a keyword. */
  keyword(ahead = 0): string {
    const token = this.peek(ahead);
    return token && !this.isDot(ahead - 1) ? token.keyword : '';
  }

  isDot(ahead = 0): boolean {
    return this.is('.', ahead);
  }

  is(punct: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'punct' && token.value === punct;
  }

  take(): SqlToken | undefined {
    return this.tokens[this.at++];
  }

  /** Skips the keywords if they are next, in this order. */
  skip(...keywords: readonly string[]): boolean {
    if (!keywords.every((keyword, i) => this.keyword(i) === keyword)) return false;
    this.at += keywords.length;
    return true;
  }

  /** Skips one of several keywords. */
  skipAny(...keywords: readonly string[]): boolean {
    if (!keywords.includes(this.keyword())) return false;
    this.at++;
    return true;
  }

  skipPunct(punct: string): boolean {
    if (!this.is(punct)) return false;
    this.at++;
    return true;
  }

  isName(ahead = 0): boolean {
    const kind = this.peek(ahead)?.kind;
    return kind === 'word' || kind === 'name';
  }

  /** A name of up to four parts, `a.b`, `[a]..[b]`; undefined if there is no name here. */
  name(): SqlName | undefined {
    if (!this.isName()) return undefined;
    const parts = [this.take()!.value];
    while (parts.length < 4 && this.skipPunct('.')) {
      if (this.isName()) parts.push(this.take()!.value);
      else parts.push('');
    }
    return parts;
  }

  /** Skips from an opening parenthesis to after its closing one, or to the end. */
  skipParens(): void {
    let depth = 0;
    do {
      if (this.is('(')) depth++;
      else if (this.is(')')) depth--;
      this.at++;
    } while (depth > 0 && !this.done);
  }
}
