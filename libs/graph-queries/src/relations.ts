import {
  lineKey,
  type EdgeKind,
  type EdgeQuery,
  type GraphNode,
  type LocatedEdge,
} from '@quarry/graph-store';
import { defined, isExamplePath, isInferred, nameInKey, type NodeKey } from '@quarry/turn';
import type { SnapshotGraph, Relation } from './operation';
import { fileLines } from './file-lines';
import { isInTests } from './in-tests';
import { withFurtherLines } from './further-lines';
import { httpSteps } from './http/http-steps';
import type { Step } from './step';
import { placeOf } from './places';

export type { Step };

/** Nodes by key, those that exist. */
export async function nodesBy(
  { graph, ref }: SnapshotGraph,
  keys: Iterable<NodeKey>,
): Promise<ReadonlyMap<NodeKey, GraphNode>> {
  const nodes = await graph.nodes(ref, [...new Set(keys)]);
  return new Map(nodes.map((node) => [node.key, node]));
}

/** Edges as relations, each node once by its nearest edge, in the order of {@link inOrder}. */
export async function relationsOf(
  reader: SnapshotGraph,
  steps: readonly Step[],
): Promise<readonly Relation[]> {
  const nodes = await nodesBy(
    reader,
    steps.flatMap(({ edge, end }) => [edge.from, end, ...statementOf(edge)]),
  );
  const nearest = new Map<NodeKey, Relation>();
  for (const step of steps) {
    const { edge, end, depth, through } = step;
    const probable = step.probable ?? (isInferred(edge) || undefined);
    const known = nearest.get(end);
    if (known && (known.depth < depth || (known.depth === depth && known.probable === undefined))) continue;
    const node = nodes.get(end) ?? null;
    nearest.set(end, {
      key: end,
      name: node?.qualifiedName ?? nameInKey(end),
      node,
      edge: { from: edge.from, to: edge.to, kind: edge.kind },
      target: nameInKey(edge.from === end ? edge.to : edge.from),
      place: placeOf(edge, nodes.get(edge.from), nodes.get(statementOf(edge)[0] ?? '')),
      depth,
      ...(through === undefined ? {} : { through }),
      ...(probable ? { probable } : {}),
      ...defined({ confidence: edge.confidence, provenance: edge.provenance }),
    });
  }
  const files = await fileLines(
    reader,
    steps.map(({ edge }) => edge),
  );
  return withFurtherLines([...nearest.values()], new Map([...nodes, ...files])).toSorted(inOrder);
}

/** The line of a file that states an edge, if no definition does: also the `impl` of a type of Rust. */
function statementOf({ from, path, line, kind }: LocatedEdge): readonly NodeKey[] {
  const isOutside = from.endsWith('|FILE') || kind === 'IMPLEMENTS';
  return line !== undefined && isOutside ? [lineKey(path, line)] : [];
}

/** Nearest first; certain before probable, code before examples and tests, then by path, line and name. */
export function inOrder(a: Relation, b: Relation): number {
  const [left, right] = [a, b].map((one) => one.place?.path ?? one.node?.path ?? '');
  return (
    a.depth - b.depth ||
    Number(a.probable ?? false) - Number(b.probable ?? false) ||
    distance(a.key, left ?? '') - distance(b.key, right ?? '') ||
    compare(left ?? '', right ?? '') ||
    (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
    compare(a.name, b.name)
  );
}

/** Code first, then examples, then tests. */
function distance(key: NodeKey, path: string): number {
  if (isInTests(key, path)) return 2;
  return isExamplePath(path) ? 1 : 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Most edges that one operation reads. */
export const MAX_EDGES = 20_000;

/** Direct edges of the nodes, as steps to their other end; those to what other packages define are left out. */
export async function directSteps(
  { graph, ref }: SnapshotGraph,
  keys: readonly NodeKey[],
  direction: EdgeQuery['direction'],
  edgeKinds: readonly EdgeKind[],
  about: Pick<Step, 'through' | 'probable'> = {},
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const { edges, total } = await graph.edgesAt(ref, keys, { direction, edgeKinds, limit: MAX_EDGES });
  const steps = edges.map((edge) => ({
    edge,
    end: direction === 'in' ? edge.from : edge.to,
    depth: 1,
    ...about,
  }));
  const overHttp = edgeKinds.includes('CALLS') ? await httpSteps({ graph, ref }, keys, direction) : [];
  const shown = direction === 'in' ? steps : steps.filter(({ end }) => !end.startsWith('package:'));
  return { steps: [...shown, ...overHttp.map((step) => ({ ...step, ...about }))], cut: total > edges.length };
}
