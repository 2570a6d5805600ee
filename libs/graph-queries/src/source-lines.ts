import type { GraphNode } from '@quarry/graph-store';
import type { Relation } from './operation';

/** A line that is a comment in most languages. */
export const COMMENT = /^\s*(?:\/?\*|\/\/|#(?!\[))/;

/** A name as a regular expression that matches it literally. */
export function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Of the relations that one line states, that of the innermost definition: those around it contain the line as well. */
export function innermost(relations: readonly Relation[]): readonly Relation[] {
  const sizeOf = ({ node }: Relation): number => node?.text?.length ?? 0;
  const byLine = new Map<string, Relation>();
  for (const relation of relations) {
    const line = `${relation.place?.path ?? ''}:${relation.place?.line ?? ''}`;
    const known = byLine.get(line);
    if (!known || sizeOf(relation) < sizeOf(known)) byLine.set(line, relation);
  }
  return [...byLine.values()];
}

const TRIPLE_QUOTES = /"""|'''/g;

/** Whether a line is code: no comment, and no part of a text in triple quotes. */
export function codeLines(lines: readonly string[], language: string): (at: number) => boolean {
  const quoted = new Set<number>();
  if (language === 'python') {
    let isOpen = false;
    for (const [at, line] of lines.entries()) {
      const marks = line.match(TRIPLE_QUOTES)?.length ?? 0;
      if (isOpen || marks > 0) quoted.add(at);
      if (marks % 2 === 1) isOpen = !isOpen;
    }
  }
  return (at) => !quoted.has(at) && !COMMENT.test(lines[at] ?? '');
}

/** What stands directly before a place in a line, as written: `this.rows.` before the name of a method; empty for nothing. */
export function receiverBefore(line: string, end: number): string {
  let start = end;
  while (start > 0 && /[\w$#@.:>?-]/.test(line.charAt(start - 1))) start -= 1;
  return line.slice(start, end);
}

/** The lines of a definition above its signature: comments, decorators, annotations and attributes. */
export function aboveSignature({ text = '', signature = '' }: Pick<GraphNode, 'text' | 'signature'>): string {
  return text.slice(0, Math.max(0, text.indexOf(signature)));
}
