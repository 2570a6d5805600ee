import type { Relation } from '@quarry/graph-queries';
import { defined, memberOf, shortNameInKey, type EvidenceCandidate, type Turn } from '@quarry/turn';

/**
 * The line that states a relation as evidence, so that a citation opens the call itself; null if the graph does not
 * know the line or its text.
 */
export function relationEvidence(relation: Relation, query: string, turn: Turn): EvidenceCandidate | null {
  const { place, node, key } = relation;
  if (place?.text === undefined) return null;
  const repository = memberOf(turn.options.scope ?? [], place.path)?.name;
  const commit = turn.evidence.find(
    (item) => item.commit !== undefined && item.repository === repository,
  )?.commit;
  return {
    id: `${place.path}:${place.line}`,
    kind: 'chunk',
    text: place.text,
    path: place.path,
    startLine: place.line,
    endLine: place.line,
    symbol: shortNameInKey(key),
    relevance: 1 / relation.depth,
    foundBy: 'graph',
    query,
    ...defined({ commit, language: node?.language }),
  };
}

/** Tells the relations of a node apart by the lines that state them. */
export function relationKey({ key, place }: Relation): string {
  return `${key} ${place?.path ?? ''}:${place?.line ?? ''}`;
}
