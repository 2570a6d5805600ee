import type { GraphNode, NodeKind } from '@quarry/graph-store';
import type { SnapshotGraph, Subject } from '../operation';
import { httpName, reaches, type HttpName } from './route-match';

/** Routes or requests that are read, at most. */
const MOST = 20_000;
const PAGE = 2_000;

/** A node of a route or a request, with what its name says. */
export interface HttpNode extends HttpName {
  readonly node: GraphNode;
}

/** All routes, or all requests, of what was indexed. */
export async function httpNodes(
  { graph, ref }: SnapshotGraph,
  kind: Extract<NodeKind, 'ROUTE' | 'REQUEST'>,
): Promise<readonly HttpNode[]> {
  const found: HttpNode[] = [];
  for (let after: string | null | undefined; after !== null && found.length < MOST;) {
    const page = await graph.list(ref, {
      ...{ kinds: [kind], keyPrefix: `${kind.toLowerCase()}:`, limit: PAGE },
      ...(after === undefined ? {} : { after }),
    });
    for (const node of page.nodes) {
      const name = httpName(node.name);
      if (name) found.push({ ...name, node });
    }
    after = page.next;
  }
  return found;
}

/** Whether a name is one of a route: `POST /v1/orders`. */
export function isRouteName(name: string): boolean {
  return httpName(name) !== null;
}

/** The routes that a name means: those of its path, or else those whose path ends so, best first. */
export async function routesNamed(reader: SnapshotGraph, name: string): Promise<readonly Subject[]> {
  const wanted = httpName(name);
  if (!wanted) return [];
  const routes = await httpNodes(reader, 'ROUTE');
  const scored = routes.map((route) => ({ route, score: reaches(wanted, route) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best === 0) return [];
  const nodes = scored.filter(({ score }) => score === best).map(({ route: { node } }) => node);
  // Several files, or several routers of one, may serve a route of the same name.
  const same = Map.groupBy(nodes, ({ qualifiedName }) => qualifiedName);
  return [...same].map(([full, all]) => ({ name: full, nodes: all }));
}

/** For each request the routes that it most probably reaches, with how sure that is. */
export function reached(
  request: HttpNode,
  routes: readonly HttpNode[],
): readonly { readonly route: HttpNode; readonly confidence: number }[] {
  const scored = routes.map((route) => ({ route, score: reaches(request, route) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best === 0) return [];
  const found = scored.filter(({ score }) => score === best).map(({ route }) => route);
  // The same route in several places or services: which of them it is, the address at run time says.
  return found.map((route) => ({
    route,
    confidence: round(found.length === 1 ? best : Math.min(best, 0.9) / 2),
  }));
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
