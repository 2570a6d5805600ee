import type { GraphNode } from '@quarry/graph-store';
import type { SnapshotGraph, Subject } from './operation';
import { edgesOf } from './edges-of';
import { scan } from './scan';

/** A shorter name stands in too many texts to say anything. */
const MIN_LENGTH = 3;
const MAX_DEFINITIONS = 500;

/**
 * How many functions call something of a subject's name that the graph cannot place: they may call the subject. Those
 * whose call the graph has, of the subject or of another definition of that name, do not count.
 */
export async function unplacedCalls(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  counts: (node: GraphNode) => boolean = () => true,
): Promise<number> {
  const names = new Set(subjects.flatMap(({ nodes }) => nodes.map(({ name }) => name)));
  const [name] = names;
  if (names.size !== 1 || name === undefined || name.length < MIN_LENGTH) return 0;
  const { graph, ref } = reader;
  const [found = []] = await graph.lookup(ref, [name], MAX_DEFINITIONS);
  const same = found.filter((node) => node.match === 'exact' && node.name === name).map(({ key }) => key);
  const placed = await edgesOf(reader, same, 'in', ['CALLS', 'EXECUTES', 'USES', 'DEFINES']);
  // Without all the calls that have a place, nothing can be said about the others.
  if (placed.cut) return 0;
  const known = new Set([...same, ...placed.edges.map(({ from }) => from)]);
  const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], { containing: `${name}(`, tests: true });
  const pattern = new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$&')}\\(`);
  return nodes.filter((node) => !known.has(node.key) && counts(node) && pattern.test(codeOf(node))).length;
}

/** The count as a heading adds it; undefined without any. */
export function unplacedNote(count: number, one = 'function'): string | undefined {
  if (count === 0) return undefined;
  const callers = count === 1 ? `1 more ${one} calls` : `${count} more ${one}s call`;
  return `${callers} something of this name that the code graph cannot place`;
}

/** The text of a definition behind the line that states its own name. */
function codeOf({ text = '', signature = '' }: GraphNode): string {
  const start = Math.max(0, text.indexOf(signature));
  return text.slice(start + signature.length);
}
