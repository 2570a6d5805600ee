import type { GraphNode, LocatedEdge } from '@quarry/graph-store';
import type { Place } from './operation';

/** Longest text of a line that is shown, in characters. */
export const MAX_TEXT = 240;

/** The place that states an edge; null if the edge has no line. `from` is the node in which it starts, with its text. */
export function placeOf(
  { path, line }: LocatedEdge,
  from: GraphNode | undefined,
  statement?: GraphNode,
): Place | null {
  if (line === undefined) return null;
  const text =
    (from && from.path === path ? lineOf(from, line) : undefined) ?? (statement && lineOf(statement, line));
  return { path, line, ...(text === undefined ? {} : { text }) };
}

/** A line of a node, without the spaces around it, or as much of it as is shown; undefined where it has none. */
export function lineOf({ text, startLine }: GraphNode, line: number): string | undefined {
  if (text === undefined || startLine === undefined || line < startLine) return undefined;
  const found = text.split('\n')[line - startLine]?.trim();
  return found === undefined || found === '' ? undefined : found.slice(0, MAX_TEXT);
}
