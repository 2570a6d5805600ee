import type { GraphEdge } from '@quarry/graph-store';
import type { FileFacts, RouteHandler } from '../facts';

/** How sure it is that a route calls a function that is handed to it, or that its code hands on. */
const HANDED_ON = 0.9;

/** The innermost call on a line that registers a route, once for each path of it. */
function handlersAt({ interfaces }: FileFacts, line: number | undefined): readonly RouteHandler[] {
  const { handlers } = interfaces ?? {};
  if (!handlers || line === undefined) return [];
  const around = handlers.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const [inner] = around.toSorted((a, b) => b.startLine - a.startLine);
  return around.filter(
    ({ startLine, endLine }) => startLine === inner?.startLine && endLine === inner.endLine,
  );
}

/**
 * An edge of a file as one of the route whose handler states it: what a handler without a name calls, the file or the
 * function around it does not call by itself. A function that the route is given is one that it calls.
 * @param isFunction whether the edge leads to a function or method
 */
export function ofRoute(file: FileFacts, edge: GraphEdge, isFunction: boolean): readonly GraphEdge[] {
  const handlers = handlersAt(file, edge.line).filter(({ within }) => within === edge.from);
  if (handlers.length === 0 || (edge.kind !== 'CALLS' && edge.kind !== 'USES')) return [edge];
  const called: Partial<GraphEdge> =
    edge.kind === 'USES' && isFunction ? { kind: 'CALLS', confidence: edge.confidence ?? HANDED_ON } : {};
  return handlers.map(({ route }) => ({ ...edge, ...called, from: route }));
}

/** For each line the route that its edges belong to, as far as the file says it. */
export function routesOfLines(file: FileFacts, lines: readonly number[]): readonly (string | null)[] {
  if (!file.interfaces?.handlers) return [];
  return lines.map((line) => {
    const [handler] = handlersAt(file, line);
    return handler ? `${handler.route} ${handler.within}` : null;
  });
}
