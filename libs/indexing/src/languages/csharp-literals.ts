import type { NodeKey } from '@quarry/turn';
import { csharp } from './csharp';
import { readDefinitions } from './read-file';
import type { Syntax } from './syntax';

/** A string as the program sees it, and the definition that contains it. */
export interface StringLiteral {
  /** Unescaped; an interpolated value becomes `{}`. Strings concatenated with `+` are one. */
  readonly text: string;
  /** Line where it begins, from 1. */
  readonly line: number;
  /** Innermost definition around it, otherwise the FILE node. */
  readonly from: NodeKey;
}

const LITERALS = new Set([
  'string_literal',
  'verbatim_string_literal',
  'raw_string_literal',
  'interpolated_string_expression',
]);

/** Every string literal of a C# file, in source order; those in attributes belong to the attribute's target. */
export function stringLiterals(path: string, text: string): readonly StringLiteral[] {
  const { root, innermost, lineAt } = readDefinitions(csharp, path, text);
  if (!root) return [];
  const found: StringLiteral[] = [];
  for (const node of root.within(({ type }) => !LITERALS.has(type), Infinity)) {
    if (!LITERALS.has(node.type)) continue;
    const joined = node.parent?.type === 'binary_expression' && node.parent.child('left') !== node;
    const value = valueOf(node);
    const last = found.at(-1);
    if (joined && last && endsBefore(node, root))
      found[found.length - 1] = { ...last, text: last.text + value };
    else found.push({ text: value, line: lineAt(node.start), from: innermost(node.start) });
  }
  return found;
}

/** True if the operand to the left of `+` ends with a string literal, so that both are one text. */
function endsBefore(node: Syntax, root: Syntax): boolean {
  const sum = node.parent!;
  const left = sum.child('left');
  if (!left || !/^\s*\+\s*$/.test(root.source.slice(left.end, node.start))) return false;
  const operand = left.type === 'binary_expression' ? left.child('right') : left;
  return operand !== undefined && LITERALS.has(operand.type);
}

/**
 * The text without the quotes around it, however many there are. `/"+$/` would take quadratic time for long inner runs
 * of quotes.
 */
export function unquoted(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '"') start += 1;
  while (end > start && text[end - 1] === '"') end -= 1;
  return text.slice(start, end);
}

function valueOf(node: Syntax): string {
  const { text } = node;
  if (node.type === 'verbatim_string_literal') return text.slice(2, -1).replaceAll('""', '"');
  if (node.type === 'raw_string_literal') return unquoted(text);
  if (node.type === 'string_literal') return unescaped(text.replace(/^"|"(u8)?$/g, ''));
  const verbatim = /^(\$@|@\$)/.test(text);
  return node.children
    .map((part) => {
      if (part.type === 'interpolation') return '{}';
      if (part.type === 'escape_sequence') return unescaped(part.text);
      if (part.type !== 'string_content') return '';
      return verbatim ? part.text.replaceAll('""', '"') : unescaped(part.text);
    })
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, code: string) =>
    code.startsWith('u') && code.length === 5
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (ESCAPES[code] ?? code),
  );
}
