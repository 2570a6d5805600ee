import type { GraphNode } from '@quarry/graph-store';
import { edgesOf } from './edges-of';
import type { Relation, Relations, SnapshotGraph, Subject } from './operation';
import { MAX_TEXT } from './places';
import { inOrder } from './relations';
import { scan } from './scan';
import { COMMENT, escaped, innermost } from './source-lines';

/** A shorter name stands in too many texts to say anything. */
const MIN_LENGTH = 3;
const MAX_DEFINITIONS = 500;
/** Calls without a place that a result lists at most. */
const MAX_POSSIBLE = 100;
/** An example in the documentation of Python. */
const EXAMPLE = /^\s*>>>/;

/**
 * Functions that call something of a subject's name that the graph cannot place: they may call the subject. Those whose
 * call the graph has, of the subject or of another definition of that name, are left out.
 */
export async function unplacedCalls(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  counts: (node: GraphNode) => boolean = () => true,
): Promise<readonly Relation[]> {
  const own = subjects.flatMap(({ nodes }) => nodes);
  const [first] = own;
  if (!first || own.some(({ name }) => name !== first.name) || first.name.length < MIN_LENGTH) return [];
  const { graph, ref } = reader;
  const [found = []] = await graph.lookup(ref, [first.name], MAX_DEFINITIONS);
  const same = found
    .filter((node) => node.match === 'exact' && node.name === first.name)
    .map(({ key }) => key);
  const placed = await edgesOf(reader, same, 'in', ['CALLS', 'EXECUTES', 'USES', 'DEFINES'], {
    unordered: true,
  });
  // Without all the calls that have a place, nothing can be said about the others.
  if (placed.cut) return [];
  const known = new Set([...own.map(({ key }) => key), ...placed.edges.map(({ from }) => from)]);
  const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], { containing: `${first.name}(`, tests: true });
  const pattern = callOf(first);
  const calls = nodes
    .filter((node) => !known.has(node.key) && counts(node))
    .flatMap((node) => possibleCall(node, first, pattern));
  return innermost(calls).toSorted(inOrder);
}

/** Languages in which a method is called on something, also within its own type. */
const WITH_RECEIVER: ReadonlySet<string> = new Set(['go', 'javascript', 'php', 'python', 'rust', 'typescript']);

function callOf({ name, kind, language = '' }: GraphNode): RegExp {
  const before = kind === 'METHOD' && WITH_RECEIVER.has(language) ? '(?<=\\.|::|->)' : '(?<![\\w$])';
  return new RegExp(`${before}${escaped(name)}\\(`);
}

function possibleCall(node: GraphNode, subject: GraphNode, pattern: RegExp): readonly Relation[] {
  const { key, path = '', startLine = 1, text = '' } = node;
  const lines = text.split('\n');
  const isNamesake = node.name === subject.name;
  // The first line with its name states a definition.
  const first = isNamesake ? lines.findIndex((line) => line.includes(`${subject.name}(`)) + 1 : 0;
  const at = lines.findIndex(
    (line, n) => n >= first && !COMMENT.test(line) && !EXAMPLE.test(line) && pattern.test(line),
  );
  if (at < 0) return [];
  const place = { path, line: startLine + at, text: (lines[at] ?? '').trim().slice(0, MAX_TEXT) };
  const edge = { from: key, to: subject.key, kind: 'CALLS' } as const;
  const about = { target: subject.qualifiedName, place, depth: 1, probable: true } as const;
  return [{ key, name: node.qualifiedName, node, edge, ...about }];
}

/** What the heading adds about them, and the relations themselves; nothing without any. */
export function withUnplaced(
  found: Relations,
  calls: readonly Relation[],
  one = 'function',
): Pick<Relations, 'note' | 'possible'> {
  const count = calls.length;
  if (count === 0) return {};
  return {
    note: unplacedNote(found, { total: count, one }),
    possible: { relations: calls.slice(0, MAX_POSSIBLE), total: count, one },
  };
}

/** How many calls have no place, beside those that were found. */
export function unplacedNote(
  found: Pick<Relations, 'total'>,
  { total: count, one }: Pick<NonNullable<Relations['possible']>, 'total' | 'one'>,
): string {
  const more = found.total > 0 ? 'more ' : '';
  const callers = count === 1 ? `1 ${more}${one} calls` : `${count} ${more}${one}s call`;
  return `${callers} something of this name that the code graph cannot place`;
}
