import type { GraphNode, NodeKind } from '@quarry/graph-store';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { inOrder } from './relations';
import { scan } from './scan';

const KINDS: readonly NodeKind[] = ['METHOD', 'FUNCTION', 'FIELD', 'TYPE', 'PROC', 'SQL_FUNCTION', 'ENTITY'];
/** A shorter text stands in too many places. */
const MIN_LENGTH = 3;

/**
 * The definitions that state a text as a whole: in quotes, as a member (`env.PORT`) or as a key (`PORT:`), the innermost
 * ones, code before tests. Settings and environment variables are read by such texts, and have no definition.
 */
export async function mentions(
  reader: SnapshotGraph,
  text: string,
  { limit }: QueryLimits,
): Promise<Relations> {
  if (text.length < MIN_LENGTH) return { relations: [], total: 0 };
  const { nodes, cut } = await scan(reader, KINDS, { containing: text, tests: true });
  const own = escaped(text);
  // Documentation puts names into backticks; such a line only counts where no other one states the text.
  const patterns = [
    new RegExp(`["'.$%{[]${own}(?![\\w-])|(?<![\\w.\`-])${own}["'}%\\]]|^\\s*${own}\\s*[:=]`),
    new RegExp(`\`${own}\``),
  ];
  const innermost = new Map<string, Relation & { readonly size: number }>();
  for (const node of nodes) {
    const relation = node.name === text ? null : relationOf(node, patterns, text);
    if (!relation) continue;
    const where = `${node.path ?? ''}:${relation.place?.line ?? ''}`;
    const size = node.text?.length ?? 0;
    if (size < (innermost.get(where)?.size ?? Infinity)) innermost.set(where, { ...relation, size });
  }
  const all = [...new Map([...innermost.values()].map(({ size: _size, ...one }) => [one.key, one])).values()];
  const sorted = all.toSorted(inOrder);
  return {
    relations: sorted.slice(0, Math.max(0, limit)),
    total: sorted.length,
    ...(cut ? { atLeast: true as const } : {}),
  };
}

function relationOf(node: GraphNode, patterns: readonly RegExp[], target: string): Relation | null {
  const { key, qualifiedName: name, path, startLine, text = '' } = node;
  const lines = text.split('\n');
  const at = patterns
    .map((pattern) => lines.findIndex((line) => pattern.test(line)))
    .find((found) => found >= 0);
  if (at === undefined) return null;
  const place =
    path === undefined || startLine === undefined
      ? null
      : { path, line: startLine + at, text: lines[at]?.trim().slice(0, 240) ?? '' };
  return { ...{ key, name, node, target, place, depth: 1 }, edge: { from: key, to: target, kind: 'USES' } };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
