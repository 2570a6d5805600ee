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
    for (const word of wordsOf(node.text ?? ''))
      for (const definition of byName.get(word) ?? [])
        if (!found.has(definition.key) && !isRelated(definition, node)) found.set(definition.key, node);
  }
  return found;
}

/** The words of a text, each as often as it stands there. */
function wordsOf(text: string): readonly string[] {
  // Most code is ASCII, for which the plainer expression takes a fraction of the time.
  const isPlain = !/[^\0-\x7f]/.test(text);
  return text.match(isPlain ? /[A-Za-z_$][\w$]*/g : /[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

function isRelated(a: GraphNode, b: GraphNode): boolean {
  const [left, right] = [`${a.qualifiedName}.`, `${b.qualifiedName}.`];
  return left.startsWith(right) || right.startsWith(left);
}
