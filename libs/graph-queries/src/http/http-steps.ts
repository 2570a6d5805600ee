import type { EdgeQuery, LocatedEdge } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { SnapshotGraph } from '../operation';
import type { Step } from '../step';
import { httpNodes, reached } from './routes';

/** Edges of all requests are read together, at most. */
const MOST_CALLS = 20_000;

/**
 * Steps over HTTP, in one repository or between several: from a route to what requests it (`in`), and from a request to
 * the routes that it reaches (`out`). They follow from the paths, so each has a confidence.
 */
export async function httpSteps(
  reader: SnapshotGraph,
  keys: readonly NodeKey[],
  direction: EdgeQuery['direction'],
): Promise<readonly Step[]> {
  const served =
    direction === 'out'
      ? await handlers(
          reader,
          keys.filter((key) => key.endsWith('|ROUTE')),
        )
      : [];
  const end = direction === 'in' ? '|ROUTE' : '|REQUEST';
  const wanted = new Set(keys.filter((key) => key.endsWith(end)));
  if (wanted.size === 0) return served;
  const [routes, requests] = await Promise.all([httpNodes(reader, 'ROUTE'), httpNodes(reader, 'REQUEST')]);
  const links = requests.flatMap((request) =>
    reached(request, routes).map(({ route, confidence }) => ({
      request: request.node,
      route: route.node,
      confidence,
    })),
  );
  if (direction === 'out')
    return [
      ...served,
      ...links
        .filter(({ request }) => wanted.has(request.key))
        .map(({ request, route, confidence }): Step => ({
          edge: {
            from: request.key,
            to: route.key,
            kind: 'CALLS',
            path: request.path ?? '',
            line: request.startLine ?? 1,
            confidence,
          },
          ...{ end: route.key, depth: 1 },
        })),
    ];
  const asking = links.filter(({ route }) => wanted.has(route.key));
  return callersOf(
    reader,
    asking.map(({ request, confidence }) => ({ key: request.key, confidence })),
  );
}

/** The code that makes the requests. */
async function callersOf(
  { graph, ref }: SnapshotGraph,
  requests: readonly { readonly key: NodeKey; readonly confidence: number }[],
): Promise<readonly Step[]> {
  if (requests.length === 0) return [];
  const confidences = new Map(requests.map(({ key, confidence }) => [key, confidence]));
  const query = { direction: 'in', edgeKinds: ['CALLS'], limit: MOST_CALLS } as const;
  const { edges } = await graph.edgesAt(ref, [...confidences.keys()], query);
  return edges.map((edge): Step => {
    const confidence = confidences.get(edge.to);
    const sure: LocatedEdge = confidence === undefined ? edge : { ...edge, confidence };
    return { edge: sure, end: edge.from, depth: 1 };
  });
}

/** What a file names on the line of a route that it registers: handlers of other files. */
async function handlers({ graph, ref }: SnapshotGraph, keys: readonly NodeKey[]): Promise<readonly Step[]> {
  if (keys.length === 0) return [];
  const routes = await graph.nodes(ref, keys);
  const byPlace = new Map(routes.map(({ key, path, startLine }) => [`${path}:${startLine}`, key]));
  const files = [...new Set(routes.map(({ path }) => `file:${path}|FILE`))];
  const query = { direction: 'out', edgeKinds: ['CALLS', 'USES'], limit: MOST_CALLS } as const;
  const { edges } = await graph.edgesAt(ref, files, query);
  const named = edges.flatMap((edge): readonly Step[] => {
    const route = byPlace.get(`${edge.path}:${edge.line}`);
    const isOther = !/^(?:request|route|package):/.test(edge.to);
    return route !== undefined && isOther
      ? [{ edge: { ...edge, from: route, kind: 'CALLS' }, end: edge.to, depth: 1, probable: true }]
      : [];
  });
  const known = await graph.nodes(
    ref,
    named.map(({ end }) => end),
  );
  const functions = new Set(known.filter(({ kind }) => HANDLERS.has(kind)).map(({ key }) => key));
  return named.filter(({ end }) => functions.has(end));
}

const HANDLERS: ReadonlySet<string> = new Set(['FUNCTION', 'METHOD', 'TYPE']);
