import type { GraphEdge, GraphNode, GraphReader } from '@quarry/graph-store';
import type { NodeKey, SnapshotRef } from '@quarry/turn';

/** Edges from a declaration to its implementations: to its type, to the derived types, to their members. */
const TO_IMPLEMENTATION = 3;
const MAX_HEIRS = 120;
/** Maximum definitions of files to read. */
const MAX_IN_FILE = 500;

/** The implementations of the methods among the nodes: the declaration in an interface does not answer what it does. */
export async function implementationsOf(
  graph: GraphReader,
  ref: SnapshotRef,
  nodes: readonly GraphNode[],
): Promise<readonly GraphNode[]> {
  const found = new Map<NodeKey, GraphNode>();
  for (const node of nodes.filter(({ kind }) => kind === 'METHOD')) {
    const around = await graph.walk(ref, [node.key], {
      depth: TO_IMPLEMENTATION,
      maxNodes: MAX_HEIRS,
      edgeKinds: ['DEFINES', 'IMPLEMENTS', 'INHERITS'],
    });
    const heirs = heirsOf(node, around.edges);
    for (const other of around.nodes)
      if (other.name === node.name && other.kind === 'METHOD' && heirs.has(other.key))
        found.set(other.key, other);
  }
  for (const { key } of nodes) found.delete(key);
  return [...found.values()];
}

/** The definitions in the files among the nodes: a file itself has no text in the graph. */
export async function definitionsIn(
  graph: GraphReader,
  ref: SnapshotRef,
  nodes: readonly GraphNode[],
): Promise<readonly GraphNode[]> {
  const files = nodes.filter(({ kind }) => kind === 'FILE').map(({ key }) => key);
  if (files.length === 0) return [];
  const inside = await graph.walk(ref, files, { depth: 1, maxNodes: MAX_IN_FILE, edgeKinds: ['DEFINES'] });
  return inside.nodes.filter(({ key, text }) => text !== undefined && !files.includes(key));
}

/**
 * Whether a found name contains the requested one as a sequence of whole words: `Cancel` in `CancelAll` and in
 * `invoice_cancel`, but not in `Cancellation`. Only then does a partial match resolve a request (000, "Graph Lookup");
 * any other match is a hint.
 */
export function hasWords(found: string, asked: string): boolean {
  const [whole, part] = [found, asked].map(
    (name) =>
      ` ${name
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '')
        .join(' ')} `,
  );
  return part !== undefined && part.trim() !== '' && (whole?.includes(part) ?? false);
}

/** Members of the types that implement or extend the type of a member. */
function heirsOf(member: GraphNode, edges: readonly GraphEdge[]): ReadonlySet<NodeKey> {
  const owners = new Set(edges.filter((e) => e.kind === 'DEFINES' && e.to === member.key).map((e) => e.from));
  const heirs = new Set(
    edges
      .filter((e) => (e.kind === 'IMPLEMENTS' || e.kind === 'INHERITS') && owners.has(e.to))
      .map((e) => e.from),
  );
  return new Set(edges.filter((e) => e.kind === 'DEFINES' && heirs.has(e.from)).map((e) => e.to));
}
