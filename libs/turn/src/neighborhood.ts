import type { GraphNodeRef, Neighborhood } from './turn';

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
