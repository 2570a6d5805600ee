import type { GraphNode } from '@quarry/graph-store';
import { ownerOf } from './owners';
import { escaped } from './source-lines';

/**
 * Tells apart the types of C# that bear one name and differ by their type parameters: `<T>` for `class Repo<T>` and what
 * constructs it, where there is a `class Repo` as well; `''` for everything else.
 */
export function typeParameters(nodes: readonly GraphNode[]): (node: GraphNode) => string {
  const types = nodes.filter(({ kind, language }) => kind === 'TYPE' && language === 'csharp');
  const byName = Map.groupBy(types, ({ qualifiedName }) => qualifiedName);
  const ofType = new Map<GraphNode, string>();
  for (const same of byName.values()) {
    const stated = same.map((type) => [type, statedBy(type)] as const);
    if (
      new Set(stated.map(([, parameters]) => parameters.split(',').length * Number(parameters !== ''))).size >
      1
    )
      for (const [type, parameters] of stated) ofType.set(type, parameters);
  }
  return (node) => {
    if (node.kind === 'TYPE') return ofType.get(node) ?? '';
    const around = byName.get(ownerOf(node.qualifiedName))?.find((type) => isIn(node, type));
    return (around && ofType.get(around)) ?? '';
  };
}

/** What the type itself states behind its name; its base may bear the same name. */
function statedBy({ name, signature = '' }: GraphNode): string {
  const found = new RegExp(`\\b${escaped(name)}\\b\\s*(<[^<>(){}]{1,200}>)?`).exec(signature);
  return (found?.[1] ?? '').replace(/\s+/g, '');
}

function isIn({ path, startLine = 0 }: GraphNode, type: GraphNode): boolean {
  return path === type.path && (type.startLine ?? Infinity) <= startLine && startLine <= (type.endLine ?? 0);
}
