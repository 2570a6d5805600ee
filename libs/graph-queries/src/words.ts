import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';

/**
 * For each definition whose name stands as a word in the text of another one, that other one: a use that is no relation
 * in the graph, such as a function passed as a value. What contains a definition, or is contained in it, is not another.
 */
export function namedElsewhere(
  definitions: readonly GraphNode[],
  texts: readonly GraphNode[],
): ReadonlyMap<NodeKey, GraphNode> {
  const byName = Map.groupBy(definitions, ({ name }) => name);
  const found = new Map<NodeKey, GraphNode>();
  for (const node of texts) {
    const words = new Set(node.text?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
    for (const word of words)
      for (const definition of byName.get(word) ?? [])
        if (!found.has(definition.key) && !isRelated(definition, node)) found.set(definition.key, node);
  }
  return found;
}

function isRelated(a: GraphNode, b: GraphNode): boolean {
  const [left, right] = [`${a.qualifiedName}.`, `${b.qualifiedName}.`];
  return left.startsWith(right) || right.startsWith(left);
}
