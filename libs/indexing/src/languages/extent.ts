import type { LanguageRules } from './language-rules';
import type { Lines, Syntax } from './syntax';

/** Where a definition's text begins and ends, in offsets. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly codeStart: number;
  /** Comments and decorators before it, nearest first. */
  readonly leading: readonly Syntax[];
}

/**
 * The definition with everything that belongs to it: `export`, decorators, attributes and the comment directly above.
 */
export function extentOf(node: Syntax, spec: LanguageRules, lines: Lines): Extent {
  const leading: Syntax[] = [];
  let outer = node;
  let start = collect(outer, outer.start, spec, lines, leading);
  for (let parent = outer.parent; parent && wraps(parent, outer, spec); parent = outer.parent) {
    outer = parent;
    start = collect(outer, Math.min(start, outer.start), spec, lines, leading);
  }
  let codeStart = outer.start;
  for (let at: Syntax | undefined = outer; at; at = at === outer && outer !== node ? node : undefined) {
    // Java groups annotations with modifiers such as `public`.
    for (const child of at.children.flatMap((part) => (part.type === 'modifiers' ? part.children : part))) {
      if (!spec.leading.has(child.type)) break;
      codeStart = Math.max(codeStart, child.end);
    }
  }
  const source = node.source;
  while (codeStart < node.end && source.charCodeAt(codeStart) <= 32) codeStart++;
  let end = outer.end;
  while (end > start && source.charCodeAt(end - 1) <= 32) end--;
  if (source[end] === ';') end++;
  return { start: lines.indented(start), end, codeStart, leading };
}

function wraps(parent: Syntax, inner: Syntax, spec: LanguageRules): boolean {
  return (
    spec.wrappers.has(parent.type) &&
    parent.children.every((child) => child === inner || child.type !== inner.type)
  );
}

function collect(node: Syntax, from: number, spec: LanguageRules, lines: Lines, found: Syntax[]): number {
  const siblings = node.parent?.children ?? [];
  let start = from;
  const { parent } = node;
  if (parent && siblings[0] === node && spec.bodies?.has(parent.type))
    return collect(parent, from, spec, lines, found);
  for (let i = indexOf(siblings, node) - 1; i >= 0; i--) {
    const before = siblings[i]!;
    if (!spec.leading.has(before.type)) break;
    const gap = node.source.slice(before.end, start);
    const comment = !spec.decorators.has(before.type);
    // A comment after other code on its line belongs to that code.
    if (comment && lines.indented(before.start) === before.start && before.start > 0) {
      if (node.source[before.start - 1] !== '\n') break;
    }
    const newlines = gap.split('\n').length - 1 + (node.source[before.end - 1] === '\n' ? 1 : 0);
    if (comment && (gap.trim() !== '' || newlines > (isDocumentation(before, i, spec) ? 2 : 1))) break;
    found.push(before);
    start = before.start;
  }
  return start;
}

/** True for documentation that may stand apart; the first comment of a file is about the file. */
function isDocumentation(comment: Syntax, at: number, { documentation }: LanguageRules): boolean {
  if (documentation === undefined || !comment.source.startsWith(documentation, comment.start)) return false;
  return at > 0 || (comment.parent?.parent ?? null) !== null;
}

/** Binary search, because children are in source order and a file may have 100,000 of them. */
function indexOf(siblings: readonly Syntax[], node: Syntax): number {
  let low = 0;
  let high = siblings.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]!.start < node.start) low = middle + 1;
    else high = middle;
  }
  return low;
}
