import type { GraphNode } from '@quarry/graph-store';
import { codeText } from './code-text';
import { escaped } from './source-lines';

/** Languages in which a call has as many arguments as the function has parameters, but for optional ones. */
const COUNTED: ReadonlySet<string> = new Set(['csharp', 'go', 'java', 'php', 'python', 'ruby', 'rust']);
/** Lines of a call that are read, at most. */
const MAX_LINES = 30;
/** What may have a comma of its own: type arguments, the parameters of a closure, arguments that are spread. */
const UNCLEAR = /[<|]|\blambda\b|\*\w|\.\.\.|&\w+\s*[,)]/;
const ITSELF = /^(?:&\s*)?(?:mut\s+)?(?:self|cls)\b/;

/** Fewest and most arguments. */
export type Counts = readonly [least: number, most: number];

/**
 * How many arguments calls of a function have; undefined where its language does not check it, or its text does not say.
 * @example
 * parameterCounts(node);   // fn matched(&self, path: P, is_dir: bool) → [2, 2]
 */
export function parameterCounts({ name, text = '', language }: GraphNode): Counts | undefined {
  if (!COUNTED.has(language)) return undefined;
  const code = codeText(text, language).join('\n');
  const declared = new RegExp(`(?<![\\w$])${escaped(name)}\\s*(?:<[^(){};]{0,200}>)?\\s*\\(`).exec(code);
  const list = declared ? within(code, declared.index + declared[0].length) : undefined;
  if (list === undefined) return undefined;
  const parts = partsOf(withoutTypeArguments(list)).filter((part) => !ITSELF.test(part) && part !== '/');
  if (language === 'go')
    return parts.some((part) => part.includes('...')) ? undefined : [parts.length, parts.length];
  if (parts.some((part) => /\.\.\.|^\*|\bparams\b|^&/.test(part))) return undefined;
  const needed = parts.filter((part) => !/[=?]|^this\b|:\s*$/.test(part));
  return [needed.length, parts.length];
}

/** How many arguments a call has whose bracket opens at an offset of a line; undefined where that is not clear. */
export function argumentCount(
  lines: readonly string[],
  code: readonly string[],
  at: number,
  open: number,
): number | undefined {
  const [raw, plain] = [lines, code].map((all) =>
    all
      .slice(at, at + MAX_LINES)
      .join('\n')
      .slice(open),
  );
  const inside = within(plain ?? '', 1);
  if (inside === undefined || UNCLEAR.test(inside)) return undefined;
  const texts = (raw ?? '').slice(1, inside.length + 1);
  let from = 0;
  const isEmpty = splitTop(inside).map((part) => {
    const own = texts.slice(from, from + part.length);
    from += part.length + 1;
    // Of a text in quotes, the code has only spaces.
    return part.trim() === '' && !/["'`]/.test(own);
  });
  return isEmpty.length - (isEmpty.at(-1) ? 1 : 0);
}

/** How many arguments calls of any of some definitions have; undefined where one of them does not say it. */
export function countsOf(definitions: readonly GraphNode[]): Counts | undefined {
  const counts = definitions.map((node) => parameterCounts(node));
  const known = counts.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < counts.length) return undefined;
  return [Math.min(...known.map(([least]) => least)), Math.max(...known.map(([, most]) => most))];
}

/** A method that is called by the name of its type has the value as its first argument. */
const BY_TYPE = /(?:::|(?<![\w.])\p{Lu}\w*\.)$/u;

/** Whether a call with so many arguments can be one of these. @param before the code of the line up to the name */
export function isCount(count: number | undefined, counts: Counts | undefined, before: string): boolean {
  if (count === undefined || counts === undefined) return true;
  const [least, most] = counts;
  const all = BY_TYPE.test(before) ? [count, count - 1] : [count];
  return all.some((one) => least <= one && one <= most);
}

/** What stands from an offset up to the bracket that closes it. */
function within(code: string, from: number): string | undefined {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code.charAt(at))) depth += 1;
    else if (')]}'.includes(code.charAt(at))) depth -= 1;
    if (depth === 0) return code.slice(from, at);
  }
  return undefined;
}

function partsOf(list: string): readonly string[] {
  return splitTop(list)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The parts between commas that are in no brackets. */
function splitTop(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const one = list.charAt(at);
    if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    else if (one === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}

function withoutTypeArguments(list: string): string {
  let before = '';
  let now = list.replaceAll('->', '  ').replaceAll('=>', '  ');
  while (now !== before) [before, now] = [now, now.replace(/<[^<>]*>/g, '')];
  return now;
}
