import { memberOfKey, type NodeKey, type SnapshotRef } from '@quarry/turn';
import type { EdgeKind, GraphNode, GraphStore, LocatedEdge } from '../port';
import { nodeIn } from './node-in';
import { sharedLinksAt, type Link } from './shared-links';
import { CALLER_KINDS, DATABASE_KINDS, sqlReferences } from './sql-references';

type Members = readonly SnapshotRef[];

/** How sure a link is: a schema and a name in a text are rarely of another database. */
const CONFIDENCE = 0.9;
/** Nodes of one repository that are read for one object of a database. */
const MOST_CALLERS = 200;

/**
 * What the code graphs of single repositories cannot know: calls from code of one repository to the database objects of
 * another, found in the texts of the given nodes (`out`), or in the texts that contain their names (`in`); and uses of
 * packages and configuration keys of another.
 */
export async function linksAt(
  graph: GraphStore,
  members: Members,
  nodes: readonly GraphNode[],
  direction: 'in' | 'out',
  kinds: readonly EdgeKind[],
): Promise<readonly Link[]> {
  const found = await Promise.all(
    nodes.map((node) =>
      direction === 'in' ? callersOf(graph, members, node) : calledBy(graph, members, node),
    ),
  );
  const shared = await sharedLinksAt(graph, members, nodes, direction);
  return [...found.flat(), ...shared].filter(({ edge }) => kinds.length === 0 || kinds.includes(edge.kind));
}

async function callersOf(graph: GraphStore, members: Members, target: GraphNode): Promise<readonly Link[]> {
  const place = memberOfKey(members, target.key);
  if (!place || !DATABASE_KINDS.has(target.kind)) return [];
  const name = bareName(place.text);
  const lists = await Promise.all(
    members
      .filter((member) => member !== place.member)
      .map(async (member) => {
        const query = { kinds: CALLER_KINDS, containing: name, limit: MOST_CALLERS };
        const { nodes } = await graph.list(member, query);
        return nodes.map((node) => nodeIn(member, node));
      }),
  );
  return lists.flat().flatMap((caller) =>
    edgesOf(caller)
      .filter((reference) => reference.name === name)
      .map(({ edge }) => ({ edge: { ...edge, to: target.key }, other: caller })),
  );
}

async function calledBy(graph: GraphStore, members: Members, caller: GraphNode): Promise<readonly Link[]> {
  const own = memberOfKey(members, caller.key)?.member;
  const references = CALLER_KINDS.includes(caller.kind) ? edgesOf(caller) : [];
  if (!own || references.length === 0) return [];
  const keys = [
    ...new Set(references.flatMap(({ name }) => [...DATABASE_KINDS].map((kind) => `${name}|${kind}`))),
  ];
  const lists = await Promise.all(
    members
      .filter((member) => member !== own)
      .map(async (member) => {
        const nodes = await graph.nodes(member, keys);
        return nodes.map((node) => ({ name: bareName(node.key), node: nodeIn(member, node) }));
      }),
  );
  return lists
    .flat()
    .flatMap(({ name, node }) =>
      references
        .filter((reference) => reference.name === name)
        .map(({ edge }) => ({ edge: { ...edge, to: node.key }, other: node })),
    );
}

/** The references in a node's text, as edges without their end. */
function edgesOf({ key, path, startLine = 1, text = '' }: GraphNode): readonly {
  readonly name: string;
  readonly edge: Omit<LocatedEdge, 'to'>;
}[] {
  if (path === undefined) return [];
  return sqlReferences(text).map(({ name, kind, line }) => ({
    name,
    edge: { from: key, kind, path, line: startLine + line, confidence: CONFIDENCE },
  }));
}

/** `dbo.Invoice|TABLE` → `dbo.Invoice`. */
function bareName(key: NodeKey): string {
  return key.replace(/\|[A-Z_]+$/, '');
}
