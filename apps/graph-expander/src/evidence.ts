import type { GraphNode } from '@quarry/graph-store';
import { defined, type EvidenceCandidate, type Turn } from '@quarry/turn';

/** Most characters of one node's text that travel with a turn; a longer definition is cut at a line, and its last line says so. */
const MAX_CHARACTERS = 6_000;

/** A node's own text as evidence, or null where the node has none (files, nodes that are only referred to). */
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
  // Graph and chunks are of one snapshot, hence of one commit.
  const commit = found.turn.evidence.find((item) => item.commit !== undefined)?.commit;
  return {
    id: node.key,
    kind: 'node',
    text,
    path: node.path,
    startLine: node.startLine,
    endLine: text === node.text ? node.endLine : node.startLine + text.split('\n').length - 1,
    language: node.language,
    symbol: node.qualifiedName,
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
