import type { GraphEdge } from '@quarry/graph-store';
import type { FileFacts } from '../facts';
import { Edges } from './edges';

/** The edges of a file that its text alone decides, as the graph has them. @param file with unique keys */
export function interfaceEdges({ interfaces }: FileFacts): readonly GraphEdge[] {
  const edges = new Edges();
  for (const { from, to, kind, line } of interfaces?.edges ?? []) edges.add(from, to, kind, line);
  return edges.list(() => undefined);
}
