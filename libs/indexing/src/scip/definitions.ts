import type { NodeKey } from '@quarry/turn';
import type { ScipDocument } from './scip-index';
import type { PlacedNode } from './placed-node';
import type { SourceText } from './source-text';

/**
 * The nodes that the symbols of a document define: the same name, first defined within the node's lines. Outer nodes
 * come first, so that in `size(size) {}` the method is the first `size` and the parameter is not a node.
 */
export function definitionsIn(
  { occurrences }: ScipDocument,
  nodes: readonly PlacedNode[],
  text: SourceText,
): ReadonlyMap<string, readonly NodeKey[]> {
  const byName = new Map<string, { readonly symbol: string; readonly line: number; taken: boolean }[]>();
  for (const occurrence of occurrences) {
    if (!occurrence.isDefinition || isParameter(occurrence.symbol)) continue;
    const name = text.nameAt(occurrence);
    if (name === undefined) continue;
    const list = byName.get(name) ?? [];
    byName.set(name, list);
    list.push({ symbol: occurrence.symbol, line: occurrence.line + 1, taken: false });
  }
  for (const list of byName.values()) list.sort((a, b) => a.line - b.line);
  const found = new Map<string, NodeKey[]>();
  for (const { key, name, startLine = 0, endLine = 0 } of nodes.toSorted(outerFirst)) {
    const definition = byName
      .get(name)
      ?.find(({ line, taken }) => !taken && startLine <= line && line <= endLine);
    if (!definition) continue;
    definition.taken = true;
    found.set(definition.symbol, [...(found.get(definition.symbol) ?? []), key]);
  }
  return found;
}

/** Parameters, `f().(name)`, and type parameters, `f().[T]`, usually have no node. */
export function isParameter(symbol: string): boolean {
  return symbol.endsWith(')') || symbol.endsWith(']');
}

function outerFirst(a: PlacedNode, b: PlacedNode): number {
  return (a.startLine ?? 0) - (b.startLine ?? 0) || (b.endLine ?? 0) - (a.endLine ?? 0);
}
