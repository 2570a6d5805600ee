import type { GraphNode, LocatedEdge } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { targetName } from './further-lines';
import type { SnapshotGraph } from './operation';
import { scan } from './scan';

/** Names that are searched for one by one, at most; for more, all lines are read. */
const MAX_NAMES = 4;

/**
 * For files that state relations outside of any definition: the file with what the graph has of that code as its text,
 * other lines empty. The graph keeps single lines of such code.
 */
export async function fileLines(
  reader: SnapshotGraph,
  edges: readonly LocatedEdge[],
): Promise<ReadonlyMap<NodeKey, GraphNode>> {
  const stated = edges.filter(({ from, line }) => from.endsWith('|FILE') && line !== undefined);
  if (stated.length === 0) return new Map();
  const paths = new Map(stated.map(({ from, path }) => [path, from]));
  const names = [...new Set(stated.map(({ to }) => targetName(to)))];
  const searched = names.length > MAX_NAMES ? [undefined] : names;
  const lines = new Map<NodeKey, GraphNode>();
  for (const name of searched) {
    const { nodes } = await scan(reader, ['LINE'], {
      tests: true,
      ...(name === undefined ? {} : { containing: name }),
    });
    for (const node of nodes) if (paths.has(node.path ?? '')) lines.set(node.key, node);
  }
  const byPath = Map.groupBy(lines.values(), ({ path = '' }) => path);
  return new Map(
    [...byPath].flatMap(([path, own]) => {
      const key = paths.get(path);
      return key === undefined ? [] : [[key, fileOf(key, path, own)]];
    }),
  );
}

function fileOf(key: NodeKey, path: string, lines: readonly GraphNode[]): GraphNode {
  const last = Math.max(...lines.map(({ startLine = 1 }) => startLine));
  const text = new Array<string>(last).fill('');
  for (const { startLine = 1, text: line = '' } of lines) text[startLine - 1] = line;
  const [name, language] = [nameInKey(key), lines[0]?.language ?? ''];
  const place = {
    path,
    startLine: 1,
    endLine: last,
    text: text.join('\n'),
  };
  return { key, kind: 'FILE', name, qualifiedName: path, language, ...place };
}
