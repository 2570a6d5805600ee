import type { Application, Request } from 'express';

/** What the types of Express leave out of its router. */
interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}
interface Routed {
  readonly router: { readonly stack: readonly Layer[] };
}

/**
 * The methods with which the path of a request has a route, sorted; empty if it has none. Routes of any path, such as
 * those of files, are not counted.
 *
 * @example
 * allowedMethods(request); // of PUT /v1/turns: ['GET', 'HEAD', 'POST']
 */
export function allowedMethods({
  app,
  path,
}: Pick<Request, 'path'> & { readonly app: Application }): string[] {
  const { stack } = (app as unknown as Routed).router;
  const methods = stack.flatMap((layer) => {
    const { route } = layer;
    const isOne = typeof route?.path === 'string' && !route.path.includes('*');
    return isOne && layer.match(path) ? Object.keys(route.methods).map((name) => name.toUpperCase()) : [];
  });
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].toSorted();
}
