import type { GraphNode, NodeKind } from '@quarry/graph-store';
import { limited } from './found';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { MAX_TEXT } from './places';
import { inOrder } from './relations';
import { scan } from './scan';
import { codeLines, escaped, innermost } from './source-lines';

const KINDS: readonly NodeKind[] = ['METHOD', 'FUNCTION', 'FIELD', 'TYPE', 'PROC', 'SQL_FUNCTION', 'ENTITY'];
/** A shorter text stands in too many places. */
const MIN_LENGTH = 3;

/**
 * The definitions that state a text as a whole: in quotes, as a member (`env.PORT`) or as a key (`PORT:`), the innermost
 * ones, code before tests. Settings and environment variables are read by such texts, and have no definition.
 */
export async function mentions(reader: SnapshotGraph, name: string, limits: QueryLimits): Promise<Relations> {
  const text = name.split('.').at(-1) ?? name;
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
  const { key, qualifiedName: name, path, startLine, text = '', language } = node;
  const lines = text.split('\n');
  const isCode = codeLines(lines, language);
  const stating = (pattern: RegExp): number[] => lines.flatMap((line, n) => (pattern.test(line) ? [n] : []));
  const found = patterns.map(stating).find((some) => some.length > 0) ?? [];
  // A comment or the documentation of a function counts where no code states the text.
  const inCode = found.filter(isCode);
  const [at, ...further] = inCode.length > 0 ? inCode : found.slice(0, 1);
  if (at === undefined) return null;
  const place =
    path === undefined || startLine === undefined
      ? null
      : {
          ...{ path, line: startLine + at, text: lines[at]?.trim().slice(0, MAX_TEXT) ?? '' },
          ...(further.length === 0 ? {} : { further: further.map((n) => startLine + n) }),
        };
  return { ...{ key, name, node, target, place, depth: 1 }, edge: { from: key, to: target, kind: 'USES' } };
}
