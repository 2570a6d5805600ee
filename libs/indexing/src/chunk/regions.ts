import type { GraphNode, NodeKind } from '@quarry/graph-store';
import type { LineRange, Lines } from './lines';

/** A definition with its inner definitions, in order and without overlaps. */
export interface Region extends LineRange {
  readonly symbol: string;
  readonly nodeKey: string;
  readonly inner: readonly Region[];
}

/** Kinds that are chunked with the text around them: alone they say too little, or they are only a line of it. */
const NOT_ALONE: ReadonlySet<NodeKind> = new Set([
  ...(['FILE', 'FIELD'] as const),
  ...(['ROUTE', 'REQUEST', 'PACKAGE', 'CONFIG_KEY', 'LINE'] as const),
]);

/**
 * Builds a tree of line ranges from the definitions of a file. Ranges outside the text are clamped. A definition that
 * begins on a line of the previous one (several on one line) begins after it, or belongs to it.
 */
export function regionsOf(nodes: readonly GraphNode[], lines: Lines): Region[] {
  const ranges = nodes
    .filter((node) => !NOT_ALONE.has(node.kind) && node.startLine !== undefined)
    .map((node) => ({
      symbol: node.qualifiedName,
      nodeKey: node.key,
      start: Math.max(1, node.startLine ?? 1),
      end: Math.min(lines.count, node.endLine ?? node.startLine ?? 1),
    }))
    .filter(({ start, end }) => start <= end)
    // Outer ones first; a stable sort keeps parents before children of the same range.
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return nest(ranges, 0, { start: 1, end: lines.count }).regions;
}

function nest(
  ranges: readonly (Omit<Region, 'inner'> & LineRange)[],
  from: number,
  within: LineRange,
): { readonly regions: Region[]; readonly next: number } {
  const regions: Region[] = [];
  let next = from;
  let free = within.start;
  for (let range = ranges[next]; range && range.start <= within.end; range = ranges[next]) {
    const clipped = {
      ...range,
      start: Math.max(range.start, free),
      end: Math.min(range.end, within.end),
    };
    const inner = nest(
      ranges,
      next + 1,
      clipped.start <= clipped.end ? clipped : { start: 1, end: range.end },
    );
    next = inner.next;
    if (clipped.start > clipped.end) continue;
    regions.push({ ...clipped, inner: inner.regions });
    free = clipped.end + 1;
  }
  return { regions, next };
}
