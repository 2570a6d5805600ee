import type { GraphNode } from '@quarry/graph-store';

/** A node of the graph as the join needs it. */
export type PlacedNode = Pick<GraphNode, 'key' | 'kind' | 'name' | 'startLine' | 'endLine'>;
