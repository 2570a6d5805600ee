import type { CodeSpans } from './code-spans';

/** The arguments of a call, and the offset behind its closing bracket. */
export interface CallArguments {
  readonly texts: readonly string[];
  readonly end: number;
}

/** Characters of a call that are read. */
const MAX_CALL = 20_000;

/** The arguments of the call whose bracket is at `open`; null if it does not end. */
export function argumentsAt(text: string, spans: CodeSpans, open: number): CallArguments | null {
  const end = spans.closeOf(open, MAX_CALL);
  if (end === undefined) return null;
  const texts: string[] = [];
  let [depth, from] = [0, open + 1];
  for (let at = open + 1; at <= end; at++) {
    const character = text[at]!;
    if (!spans.isCode(at) || /["'`]/.test(character)) continue;
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if ((character === ',' && depth === 0) || at === end) {
      const argument = text.slice(from, at).trim();
      if (argument !== '') texts.push(argument);
      from = at + 1;
    }
  }
  return { texts, end };
}

/**
 * The value of an argument by its name: `prefix="/a"`, `{ prefix: '/a' }`.
 * @param names as a part of a regular expression
 */
export function namedArgument({ texts }: CallArguments, names: string): string | undefined {
  const keyword = new RegExp(`^(?:${names})\\s*=(?!=)\\s*([^]*)$`);
  const option = new RegExp(`^\\{[^]*?\\b(?:${names})\\s*:\\s*([^,{}]{1,200})[^]*\\}$`);
  for (const text of texts) {
    const value = (keyword.exec(text) ?? option.exec(text))?.[1];
    if (value !== undefined) return value.trim();
  }
  return undefined;
}

/**
 * An expression as a path, with `${name}` for the value of a name; null for what is no text or name.
 * @example
 * pathText("settings.API + '/users'"); // '${API}/users'
 * pathText('f"{settings.API}/users"'); // '${API}/users'
 */
export function pathText(expression: string): string | null {
  const pieces = expression.split('+').map((piece) => piece.trim());
  const texts = pieces.map((piece) => {
    const [, isFormat, literal] = /^([frbu@$]{0,2})["'`]([^"'`\n]{0,200})["'`]$/.exec(piece) ?? [];
    if (literal !== undefined) {
      const isTemplate = /[f$]/.test(isFormat ?? '');
      const marked = isTemplate
        ? literal.replace(/\{([\w.]+)\}/g, (_, name: string) => `\${${name}}`)
        : literal;
      return marked.replace(/\$\{(?:[\w.]*\.)?(\w+)\}/g, (_, name: string) => `\${${name}}`);
    }
    const [, name] = /^(?:[\w.]{1,100}\.)?([A-Za-z_]\w{0,60})$/.exec(piece) ?? [];
    return name === undefined ? null : `\${${name}}`;
  });
  return texts.some((text) => text === null) ? null : texts.join('');
}

/** Characters of a chain of calls that are read. */
const MAX_CHAIN = 4_000;

/**
 * Offset of what a chain of calls begins with; `at` is that of a closing bracket in it.
 * @example
 * chainStart("const api = Router()\n  .use(a)\n  .use(b)", 38); // 12, of `Router`
 */
export function chainStart(text: string, spans: CodeSpans, at: number): number {
  let start = at + 1;
  for (let end = at; end >= 0 && at - end < MAX_CHAIN;) {
    let depth = 0;
    let open = end;
    for (; open >= 0 && at - open < MAX_CHAIN; open--) {
      if (!spans.isCode(open)) continue;
      if (text[open] === ')') depth += 1;
      else if (text[open] === '(') depth -= 1;
      if (depth === 0) break;
    }
    const [called = ''] = /[\w.\s]*$/.exec(text.slice(Math.max(0, open - 200), Math.max(0, open))) ?? [];
    const name = /^\s*(?:\w+\s+)*(?=[\w.])/.exec(called)?.[0] ?? '';
    start = open - called.length + (called.trimStart().startsWith('.') ? 0 : name.length);
    end = open - called.length - 1;
    if (!called.trimStart().startsWith('.') || text[end] !== ')') return start;
  }
  return start;
}
