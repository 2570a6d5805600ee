import type { GraphNode } from '@quarry/graph-store';
import { defined, outOfRepository, type EvidenceCandidate, type Turn } from '@quarry/turn';

/**
 * Maximum characters of a node's text as evidence. A text that is too long is cut at the end of a line, and so is its
 * line range.
 */
const MAX_CHARACTERS = 6_000;

/** A node's own text as evidence; null for nodes without text (files, nodes that are only referenced). */
export function nodeEvidence(
  node: GraphNode,
  found: { readonly relevance: number; readonly query: string; readonly turn: Turn },
): EvidenceCandidate | null {
  if (
    node.text === undefined ||
    node.path === undefined ||
    node.startLine === undefined ||
    node.endLine === undefined
  )
    return null;
  const text = wholeLines(node.text);
  // Graph and chunks of a repository belong to one snapshot, and so to one commit.
  const commit = found.turn.evidence.find(
    (item) => item.commit !== undefined && item.repository === node.repository,
  )?.commit;
  return {
    id: node.key,
    kind: 'node',
    text,
    path: node.path,
    startLine: node.startLine,
    endLine: text === node.text ? node.endLine : node.startLine + text.split('\n').length - 1,
    language: node.language,
    symbol: outOfRepository(node.repository, node.qualifiedName),
    nodeKey: node.key,
    relevance: found.relevance,
    foundBy: 'graph',
    query: found.query,
    ...defined({ commit }),
  };
}

function wholeLines(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf('\n', MAX_CHARACTERS);
  return text.slice(0, end > 0 ? end : MAX_CHARACTERS);
}
