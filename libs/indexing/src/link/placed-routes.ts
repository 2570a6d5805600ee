import type { GraphEdge, GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { FileFacts } from '../facts';
import { anonymousPath } from '../interfaces/http-path';

/** The facts of a file with its routes under their whole paths; a route with several paths is there once for each. */
export function withWholePaths(file: FileFacts, paths: ReadonlyMap<NodeKey, readonly string[]>): FileFacts {
  const { interfaces } = file;
  if (!interfaces || paths.size === 0) return file;
  const taken = new Set<NodeKey>(interfaces.nodes.map(({ key }) => key).filter((key) => !paths.has(key)));
  const renamed = new Map<NodeKey, readonly GraphNode[]>();
  for (const node of interfaces.nodes) {
    const whole = paths.get(node.key);
    if (whole && whole.length > 0)
      renamed.set(
        node.key,
        whole.map((path) => placed(node, path, taken)),
      );
  }
  const keys = (key: NodeKey): readonly NodeKey[] => renamed.get(key)?.map((node) => node.key) ?? [key];
  return {
    ...file,
    interfaces: {
      nodes: interfaces.nodes.flatMap((node) => renamed.get(node.key) ?? [node]),
      edges: interfaces.edges.flatMap((edge) =>
        keys(edge.from).flatMap((from) => keys(edge.to).map((to): GraphEdge => ({ ...edge, from, to }))),
      ),
      ...(interfaces.handlers && {
        handlers: interfaces.handlers.flatMap((one) => keys(one.route).map((route) => ({ ...one, route }))),
      }),
    },
  };
}

function placed(node: GraphNode, path: string, taken: Set<NodeKey>): GraphNode {
  const [method = ''] = node.name.split(' ');
  const [, mark = '0'] = /~(\d+)\|ROUTE$/.exec(node.key) ?? [];
  const name = `${method} ${path}`;
  let key = '';
  for (let nth = Number(mark); key === '' || taken.has(key); nth++)
    key = `route:${method} ${anonymousPath(path)}~${nth}|ROUTE`;
  taken.add(key);
  return { ...node, key, name, qualifiedName: name };
}
