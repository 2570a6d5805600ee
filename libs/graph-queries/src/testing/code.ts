import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openGraphStore,
  type EdgeKind,
  type GraphEdge,
  type GraphNode,
  type GraphStore,
  type NodeKind,
} from '@quarry/graph-store';

export const REF = { repository: 'shop', snapshot: 'current' };

/** As the indexer makes them: names of a database have no language. */
function keyOf(name: string, kind: NodeKind): string {
  return kind === 'TABLE' ? `${name}|TABLE` : `ts:${name}|${kind}`;
}

/** `ts:Name|KIND` in `path`, with two lines of text from `startLine`. */
export function node(name: string, kind: NodeKind, path: string, startLine = 1): GraphNode {
  return {
    key: keyOf(name, kind),
    kind,
    name: name.split('.').at(-1) ?? name,
    qualifiedName: name,
    language: 'typescript',
    ...{ path, startLine, endLine: startLine + 1 },
    text: `start of ${name}\n  second line of ${name}`,
  };
}

/** `[from, kind, to, line]`, by the names of nodes; a name without a node is outside of the index. */
export type TestEdge = readonly [
  from: string,
  kind: EdgeKind,
  to: string,
  line?: number,
  about?: Pick<GraphEdge, 'confidence' | 'provenance'>,
];

/** A real graph store in a temporary folder. Edges belong to the file of the node that they start at. */
export async function graphOf(nodes: readonly GraphNode[], edges: readonly TestEdge[]): Promise<GraphStore> {
  const store = openGraphStore(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-graph-queries-'))}`);
  const keys = new Map(nodes.map(({ qualifiedName, key }) => [qualifiedName, key]));
  const known = (name: string): string => keys.get(name) ?? keyOf(name, 'FUNCTION');
  const paths = new Map(nodes.map(({ key, path }) => [key, path]));
  const files = [...new Set(nodes.map(({ path }) => path ?? ''))].map((path) => ({
    path,
    digest: path,
    nodes: nodes.filter((one) => one.path === path),
    edges: edges
      .filter(([from]) => paths.get(known(from)) === path)
      .map(([from, kind, to, line, about]) => ({
        ...{ from: known(from), to: known(to), kind },
        ...(line === undefined ? {} : { line }),
        ...about,
      })),
  }));
  await store.write(REF, { files });
  return store;
}
