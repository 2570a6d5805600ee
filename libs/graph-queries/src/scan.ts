import type { GraphNode, NodeKind } from '@quarry/graph-store';
import { isTestPath, trimEndOf } from '@quarry/turn';
import type { SnapshotGraph } from './operation';

/** Nodes that one operation reads of a whole graph, at most. */
const MAX_SCANNED = 100_000;
const PAGE = 2_000;

/** Nodes of a snapshot, and whether there are more than an operation reads. */
export interface Scan {
  readonly nodes: readonly GraphNode[];
  readonly cut: boolean;
}

/** All nodes of some kinds, of one folder or of every folder; those of tests only on request. */
export async function scan(
  reader: SnapshotGraph,
  kinds: readonly NodeKind[],
  only: { readonly folder?: string | undefined; readonly containing?: string; readonly tests?: boolean } = {},
): Promise<Scan> {
  const { folder, containing, tests = false } = only;
  const nodes: GraphNode[] = [];
  const cut = await forEachNode(reader, { kinds, containing }, (node) => {
    if (isIn(node, folder) && (tests || !isTestPath(node.path ?? ''))) nodes.push(node);
  });
  return { nodes, cut };
}

/** Visits the nodes of some kinds; true if there are more than an operation reads. */
export async function forEachNode(
  { graph, ref }: SnapshotGraph,
  {
    kinds,
    containing,
    most = MAX_SCANNED,
  }: {
    readonly kinds: readonly NodeKind[];
    readonly containing?: string | undefined;
    readonly most?: number;
  },
  visit: (node: GraphNode) => void,
): Promise<boolean> {
  let read = 0;
  for (let after: string | null | undefined; after !== null;) {
    const page = await graph.list(ref, {
      ...{ kinds, limit: PAGE },
      ...(containing === undefined ? {} : { containing }),
      ...(after === undefined ? {} : { after }),
    });
    read += page.nodes.length;
    for (const node of page.nodes) visit(node);
    after = page.next;
    if (read >= most && after !== null) return true;
  }
  return false;
}

/** Whether a node is in a folder or a file, given by its whole path or the last parts of it. */
export function isIn({ path }: Pick<GraphNode, 'path'>, folder: string | undefined): boolean {
  if (folder === undefined) return true;
  const wanted = trimEndOf(folder.replace(/^\.?\/+/, ''), '/');
  return `/${path ?? ''}/`.includes(`/${wanted}/`);
}
