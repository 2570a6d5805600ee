import type { GraphEdge } from '@quarry/graph-store';
import type { FileFacts, RouteHandler } from '../facts';

/** How sure it is that a route calls a function that is handed to it, or that its code hands on. */
const HANDED_ON = 0.9;

/** The innermost call on a line that registers a route. */
function handlerAt({ interfaces }: FileFacts, line: number | undefined): RouteHandler | undefined {
  const { handlers } = interfaces ?? {};
  if (!handlers || line === undefined) return undefined;
  const around = handlers.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.toSorted((a, b) => b.startLine - a.startLine)[0];
}

/**
 * An edge of a file as one of the route whose handler states it: what a handler without a name calls, the file or the
 * function around it does not call by itself. A function that the route is given is one that it calls.
 * @param isFunction whether the edge leads to a function or method
 */
export function ofRoute(file: FileFacts, edge: GraphEdge, isFunction: boolean): GraphEdge {
  const handler = handlerAt(file, edge.line);
  if (!handler || edge.from !== handler.within) return edge;
  if (edge.kind === 'CALLS') return { ...edge, from: handler.route };
  if (edge.kind !== 'USES') return edge;
  return isFunction
    ? { ...edge, from: handler.route, kind: 'CALLS', confidence: edge.confidence ?? HANDED_ON }
    : { ...edge, from: handler.route };
}

/** For each line the route that its edges belong to, as far as the file says it. */
export function routesOfLines(file: FileFacts, lines: readonly number[]): readonly (string | null)[] {
  if (!file.interfaces?.handlers) return [];
  return lines.map((line) => {
    const handler = handlerAt(file, line);
    return handler ? `${handler.route} ${handler.within}` : null;
  });
}
