import type { GraphNode, NodeKind } from '@quarry/graph-store';
import { limited } from './found';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { MAX_TEXT } from './places';
import { inOrder } from './relations';
import { scan } from './scan';
import { escaped, innermost } from './source-lines';

const KINDS: readonly NodeKind[] = ['METHOD', 'FUNCTION', 'FIELD', 'TYPE', 'PROC', 'SQL_FUNCTION', 'ENTITY'];
/** A shorter text stands in too many places. */
const MIN_LENGTH = 3;

/**
 * The definitions that state a text as a whole: in quotes, as a member (`env.PORT`) or as a key (`PORT:`), the innermost
 * ones, code before tests. Settings and environment variables are read by such texts, and have no definition.
 */
export async function mentions(reader: SnapshotGraph, text: string, limits: QueryLimits): Promise<Relations> {
  if (text.length < MIN_LENGTH) return { relations: [], total: 0 };
  const { nodes, cut } = await scan(reader, KINDS, { containing: text, tests: true });
  const own = escaped(text);
  // Documentation puts names into backticks; such a line only counts where no other one states the text.
  const patterns = [
    new RegExp(`["'.$%{[]${own}(?![\\w-])|(?<![\\w.\`-])${own}["'}%\\]]|^\\s*${own}\\s*[:=]`),
    new RegExp(`\`${own}\``),
  ];
  const stated = nodes.flatMap((node) =>
    node.name === text ? [] : (relationOf(node, patterns, text) ?? []),
  );
  const all = [...new Map(innermost(stated).map((one) => [one.key, one])).values()];
  return limited(all.toSorted(inOrder), cut, limits);
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
      : { path, line: startLine + at, text: lines[at]?.trim().slice(0, MAX_TEXT) ?? '' };
  return { ...{ key, name, node, target, place, depth: 1 }, edge: { from: key, to: target, kind: 'USES' } };
}
