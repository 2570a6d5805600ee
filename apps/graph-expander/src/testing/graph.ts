import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraphStore, type EdgeKind, type GraphNode, type GraphStore } from '@quarry/graph-store';
import { SnapshotResolver } from '@quarry/platform';
import { defined } from '@quarry/turn';

const REF = { repository: 'shop', snapshot: 'current' };
export const SNAPSHOTS = new SnapshotResolver('unused', 'shop');

/** `csharp:Shop.<name>|METHOD` in `src/<file>.cs`, four lines from `startLine`. */
export function method(name: string, file: string, startLine = 1): GraphNode {
  return {
    key: `csharp:Shop.${name}|METHOD`,
    kind: 'METHOD',
    name: name.split('.').at(-1) ?? name,
    qualifiedName: `Shop.${name}`,
    language: 'csharp',
    path: `src/${file}.cs`,
    startLine,
    endLine: startLine + 3,
    text: `public void ${name}()\n{\n  // body of ${name}\n}`,
  };
}

/** A real graph store in a temporary folder, with one file per path; edges belong to the file of their first node. */
export async function graphOf(
  nodes: readonly GraphNode[],
  edges: readonly (readonly [
    from: string,
    kind: EdgeKind,
    to: string,
    line?: number,
    confidence?: number,
  ])[] = [],
): Promise<GraphStore> {
  const store = openGraphStore(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-graph-'))}`);
  const paths = [...new Set(nodes.map((node) => node.path ?? ''))];
  await store.write(REF, {
    files: paths.map((path) => {
      const own = nodes.filter((node) => node.path === path);
      const keys = new Set(own.map((node) => node.key));
      return {
        path,
        digest: path,
        nodes: own,
        edges: edges
          .filter(([from]) => keys.has(from))
          .map(([from, kind, to, line, confidence]) => ({
            from,
            kind,
            to,
            ...defined({ line, confidence }),
          })),
      };
    }),
  });
  return store;
}
