import type { EvidenceMetadataDto, Immutable } from '@quarry/client';
import type { Evidence, Turn } from '@quarry/turn';

/** How a piece of evidence was found, with the field names of design document 002 §3, "Format results". */
export function metadataOf(item: Evidence, turn: Turn): Immutable<EvidenceMetadataDto> {
  return {
    retrieval_type: typeOf(item),
    retrieval_query: item.query,
    related_documents: relatedDocuments(item, turn.evidence),
    docs_path: sourceOf(item, turn),
  };
}

function typeOf(item: Evidence): EvidenceMetadataDto['retrieval_type'] {
  if (item.foundBy === 'related' || item.foundBy === 'session') return item.foundBy;
  return item.pass > 1 ? 'follow_up' : 'primary';
}

/** Other documents that were found through this piece, and the document through which it was found. */
function relatedDocuments(item: Evidence, evidence: readonly Evidence[]): string[] {
  const related = evidence.filter(({ n, relatedTo }) => relatedTo === item.n || n === item.relatedTo);
  const own = item.document ?? item.path;
  return [...new Set(related.map(({ document, path }) => document ?? path))].filter((one) => one !== own);
}

/** The index whose search found it; null if no search did. */
function sourceOf(item: Evidence, { searches }: Turn): string | null {
  const { repository, snapshot } = item;
  if (repository !== undefined && snapshot !== undefined) return `${repository}@${snapshot}`;
  const search =
    searches.find(({ pass, query }) => pass === item.pass && query === item.query) ??
    searches.find(({ query }) => query === item.query);
  return search?.index ?? null;
}
