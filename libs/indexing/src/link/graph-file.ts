import { createHash } from 'node:crypto';
import type { GraphEdge, GraphNode } from '@quarry/graph-store';
import type { FactNode, FileFacts } from '../facts';

/** A definition as it is stored in the graph. */
function withoutFacts(node: FactNode): GraphNode {
  const { parent: _parent, type: _type, parameters: _parameters, calling: _calling, ...rest } = node;
  return rest;
}

/** Digest of a file's part of the graph. */
export function digestOfFile(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  return createHash('sha256')
    .update(JSON.stringify([nodes, edges]))
    .digest('hex');
}

/** The nodes of a file in the graph. @param file with unique keys */
export function nodesOf({ nodes, interfaces }: FileFacts): readonly GraphNode[] {
  return [...nodes.map(withoutFacts), ...(interfaces?.nodes ?? [])];
}
