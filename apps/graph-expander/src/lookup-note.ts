import { nearNames } from '@quarry/graph-queries';
import type { GraphNode, GraphReader } from '@quarry/graph-store';
import type { SnapshotRef } from '@quarry/turn';

/** Maximum names that a note suggests. */
const SUGGESTED = 5;

type Named = GraphNode & { readonly match?: 'exact' | 'partial' };

/** The note to an agent about its lookup: a name only matches partially or has no text here, or similar names exist. */
export async function lookupNote(
  graph: GraphReader,
  ref: SnapshotRef,
  name: string,
  nodes: readonly Named[],
): Promise<string | null> {
  const readable = nodes.filter((node) => node.text !== undefined);
  const exact = nodes.filter((node) => node.match === 'exact');
  const [first] = exact;
  if (first) return readable.length > 0 ? null : withoutText(name, first);
  if (readable.length > 0)
    return `no definition is named exactly '${name}'; these names contain it: ${namesOf(nodes).join(', ')}`;
  const { names: near } = await nearNames(graph, ref, name, SUGGESTED);
  const hint =
    near.length > 0 ? `; the nearest names are: ${near.join(', ')}` : '; search may find it in words';
  return `no definition bears the name '${name}'${hint}`;
}

/** The note that a name has more definitions than are shown, with where one of the others is; null if it has not. */
export function beyondNote(
  found: readonly { readonly name: string; readonly beyond: readonly GraphNode[] }[],
  shown: number,
): string | null {
  const notes = found.flatMap(({ name, beyond }) => {
    const [next] = beyond;
    if (!next) return [];
    const where = next.path === undefined ? '' : `, the next in ${next.path}`;
    return [
      `'${name}' has more than ${shown} definitions${where}: name a file to choose, as in '${name} in FILE'`,
    ];
  });
  return notes.length === 0 ? null : notes.join('; ');
}

function withoutText(name: string, node: GraphNode): string {
  if (node.kind === 'FILE')
    return `'${name}' is a file: fetch_section with id '${node.path ?? node.qualifiedName}' reads it`;
  return `'${name}' is referred to, but not defined in this repository`;
}

function namesOf(nodes: readonly GraphNode[]): readonly string[] {
  return [...new Set(nodes.map((node) => node.qualifiedName))];
}
