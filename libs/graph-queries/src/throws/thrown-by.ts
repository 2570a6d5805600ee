import type { GraphNode } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import { limited } from '../found';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from '../operation';
import { lineOf } from '../places';
import { reach } from '../reach';
import { inOrder, nodesBy } from '../relations';
import { errorParts, throwLines } from './throw-lines';

/** Calls between a function and the line that throws, at most. */
const CALLS = 2;
const MAX_FUNCTIONS = 500;
const MAX_TYPES = 20;

/**
 * The errors that functions, and the members of types, raise: each by the line that does, in their own code first, then
 * in what they call. What is caught on the way counts as well.
 */
export async function thrownBy(
  reader: SnapshotGraph,
  subjects: readonly GraphNode[],
  limits: QueryLimits,
): Promise<Relations> {
  const types = subjects.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
  const { edges } = await edgesOf(reader, types, 'out', ['DEFINES']);
  const starts = [...subjects.map(({ key }) => key), ...edges.map(({ to }) => to)];
  const options = { direction: 'out', edgeKinds: ['CALLS'], depth: CALLS, maxNodes: MAX_FUNCTIONS } as const;
  const called = await reach(reader, starts, options);
  const depths = new Map<NodeKey, number>([
    ...called.steps.map(({ end, depth }) => [end, depth + 1] as const),
    ...starts.map((key) => [key, 1] as const),
  ]);
  const nodes = await nodesBy(reader, depths.keys());
  const lines = [...nodes.values()]
    .filter(({ kind }) => kind !== 'TYPE')
    .flatMap((node) => throwLines(node).map((line) => ({ node, ...line })));
  const known = await errorTypes(reader, lines);
  const found = new Map<string, Relation>();
  for (const { node, at, error } of lines) {
    const { key: from, path = '', startLine = 1, language } = node;
    const type = known.get(`${language}:${errorParts(error)[0] ?? error}`);
    const key = type?.key ?? `${language}:${error}|TYPE`;
    const depth = depths.get(from) ?? 1;
    const name = `${from} ${error}`;
    const former = found.get(name);
    const line = startLine + at;
    found.set(
      name,
      former?.place
        ? { ...former, place: { ...former.place, further: [...(former.place.further ?? []), line] } }
        : {
            ...{ key, name: type?.qualifiedName ?? error, node: type ?? null, depth },
            edge: { from, to: key, kind: 'USES' },
            target: nameInKey(from),
            place: { path, line, text: lineOf(node, line) ?? '' },
            ...(depth === 1 ? {} : { through: nameInKey(from) }),
          },
    );
  }
  return limited([...found.values()].toSorted(inOrder), called.cut, limits);
}

/** The types of the index that the errors name, by language and last part of the name; none where it has several. */
async function errorTypes(
  { graph, ref }: SnapshotGraph,
  lines: readonly { readonly node: GraphNode; readonly error: string }[],
): Promise<ReadonlyMap<string, GraphNode>> {
  const names = [...new Set(lines.flatMap(({ error }) => errorParts(error).slice(0, 1)))];
  const found = await graph.lookup(ref, names, MAX_TYPES);
  const types = found.flatMap((nodes, at) =>
    nodes.filter(({ kind, name, match }) => kind === 'TYPE' && match === 'exact' && name === names[at]),
  );
  const byName = Map.groupBy(types, ({ language, name }) => `${language}:${name}`);
  return new Map(
    [...byName].flatMap(([name, [only, ...others]]) => (only && others.length === 0 ? [[name, only]] : [])),
  );
}
