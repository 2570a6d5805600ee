import type { NodeKey } from '../identity/ids';

export interface GraphNodeRef {
  readonly key: NodeKey;
  readonly kind: string;
  readonly name: string;
  readonly path?: string;
  /** Its repository, where the turn is about several. */
  readonly repository?: string;
  readonly startLine?: number;
  readonly language?: string;
  /** Edges away from the nearest entry node. */
  readonly depth: number;
  /** Share (0..1) of the highest proximity to what was found in its pass; absent where nobody ranked it. */
  readonly proximity?: number;
}

export interface GraphEdgeRef {
  readonly from: NodeKey;
  readonly to: NodeKey;
  readonly kind: string;
  /** Line of the reference, from 1, and the file that it is in; absent where the graph or an older service has none. */
  readonly line?: number;
  readonly path?: string;
  /** How sure an inferred edge is, above 0 and below 1; absent if the code states it, or from an older service. */
  readonly confidence?: number;
}

/** The part of the code graph that the turn has seen; grows over the passes. */
export interface Neighborhood {
  readonly entries: readonly NodeKey[];
  readonly nodes: readonly GraphNodeRef[];
  readonly edges: readonly GraphEdgeRef[];
  /** Nodes that the question and the requests name, whose edges are here completely; documents of older services lack it. */
  readonly named?: readonly NodeKey[];
  /**
   * How many relations the code graph has of the nodes that are shown: a walk has only those between the nodes that it
   * collects. By key, then by {@link relationSide}; documents of older services lack it.
   */
  readonly totals?: Readonly<Record<NodeKey, RelationCounts>>;
}

/** Numbers of relations by {@link relationSide}. */
export type RelationCounts = Readonly<Record<string, number>>;

/**
 * A kind of relation as one of its ends sees it; what is inferred is apart.
 * @example
 * relationSide({ kind: 'CALLS' }, 'in'); // 'in CALLS'
 * relationSide({ kind: 'CALLS', confidence: 0.6 }, 'out'); // 'out CALLS?'
 */
export function relationSide(
  edge: Pick<GraphEdgeRef, 'kind' | 'confidence'>,
  direction: 'in' | 'out',
): string {
  return `${direction} ${edge.kind}${isInferred(edge) ? '?' : ''}`;
}

/** Whether an edge was inferred, and may not hold: one that the code states has no confidence, or that of 1. */
export function isInferred({ confidence = 1 }: Pick<GraphEdgeRef, 'confidence'>): boolean {
  return confidence < 1;
}

const TELLING = new Set([
  'TYPE',
  'METHOD',
  'FUNCTION',
  'TABLE',
  'VIEW',
  'PROC',
  'SQL_FUNCTION',
  'TRIGGER',
  'MIGRATION',
  'ENTITY',
]);

/**
 * Nodes whose own text says something: types, functions, database objects, and constants of a file. Left out are files and
 * namespaces, which are found through what they define, and fields, whose text stands in their type's.
 */
export function tellingNodes(graph: Neighborhood): readonly GraphNodeRef[] {
  const ofFiles = new Set(
    graph.edges
      .filter((edge) => edge.kind === 'DEFINES' && edge.from.endsWith('|FILE'))
      .map((edge) => edge.to),
  );
  return graph.nodes.filter(
    (node) => TELLING.has(node.kind) || (node.kind === 'FIELD' && ofFiles.has(node.key)),
  );
}
