import type { SqlCursor } from './cursor';

/** Stands for a value that is known only at run time. */
const UNKNOWN = '@v ';
/** Longer texts are cut; a generated statement is shorter. */
const MAX_TEXT = 100_000;
/** Maximum number of tokens from a variable to its `=`: `@sql [sys].[nvarchar](4000) =`. */
const MAX_DISTANCE = 8;
/** Maximum number of tokens of an expression that are considered. */
const MAX_TOKENS = 2_000;

/** SQL that is built in strings and then executed: `EXEC (N'…' + @x)`, `sp_executesql @sql`. */
export class DynamicSql {
  /** Variable → the pieces assigned to it, in order, with the line of the first one. */
  private readonly texts = new Map<string, { text: string; readonly line: number }>();
  private readonly executed: ({ readonly text: string; readonly line: number } | string)[] = [];
  private last = { name: '', at: 0 };

  /** Inspects the token at the cursor without advancing, and remembers text assigned to a variable. */
  observe(cursor: SqlCursor): void {
    const token = cursor.peek();
    if (token?.kind === 'variable') this.last = { name: token.value.toLowerCase(), at: cursor.at };
    const { name, at } = this.last;
    if (!cursor.is('=') || name === '' || cursor.at - at > MAX_DISTANCE) return;
    this.last = { name: '', at: 0 };
    const text = concatenation(cursor, 1, name);
    if (text === '') return;
    const known = this.texts.get(name);
    if (!known) this.texts.set(name, { text, line: token!.line });
    else if (known.text.length < MAX_TEXT) known.text += ` ${text}`;
  }

  /**
   * Records the expression to execute, which begins at the cursor: a parenthesis, a string or a variable. Does not
   * advance.
   */
  run(cursor: SqlCursor): void {
    let ahead = 0;
    while (cursor.is('(', ahead)) ahead++;
    // sp_executesql @stmt = N'…'
    if (cursor.peek(ahead)?.kind === 'variable' && cursor.is('=', ahead + 1)) ahead += 2;
    const token = cursor.peek(ahead);
    if (token?.kind === 'variable' && !cursor.is('+', ahead + 1))
      this.executed.push(token.value.toLowerCase());
    else if (token) this.executed.push({ text: concatenation(cursor, ahead, ''), line: token.line });
  }

  /** The executed texts, each with the line where it begins. */
  scripts(): readonly { readonly text: string; readonly line: number }[] {
    const variables = new Set(this.executed.filter((item) => typeof item === 'string'));
    const direct = this.executed.filter((item) => typeof item !== 'string');
    const assigned = [...variables].flatMap((name) => this.texts.get(name) ?? []);
    return [...direct, ...assigned].filter(({ text }) => text.trim() !== '');
  }
}

/** Strings joined with `+` or as arguments of functions; other values become a variable, `self` becomes empty. */
function concatenation(cursor: SqlCursor, ahead: number, self: string): string {
  let text = '';
  let strings = 0;
  let depth = 0;
  for (let i = ahead; text.length < MAX_TEXT && i < ahead + MAX_TOKENS; i++) {
    const token = cursor.peek(i);
    if (!token || token.keyword === 'SELECT') break;
    if (token.kind === 'string') {
      text += token.value;
      strings++;
    } else if (token.kind === 'variable') text += token.value.toLowerCase() === self ? '' : UNKNOWN;
    else if (cursor.is('(', i)) depth++;
    else if (cursor.is(')', i)) {
      if (--depth < 0) break;
    } else if (cursor.isName(i) && cursor.is('(', i + 1)) {
      if (['QUOTENAME', 'STR', 'FORMAT', 'STUFF'].includes(token.keyword)) {
        text += UNKNOWN;
        i = closing(cursor, i + 1);
      }
    } else if (cursor.is('+', i) || (cursor.is(',', i) && depth > 0)) continue;
    else if (depth === 0) break;
  }
  return strings > 0 ? text : '';
}

function closing(cursor: SqlCursor, open: number): number {
  let depth = 0;
  for (let i = open; i < open + MAX_TOKENS && cursor.peek(i); i++) {
    if (cursor.is('(', i)) depth++;
    else if (cursor.is(')', i) && --depth === 0) return i;
  }
  return open;
}
