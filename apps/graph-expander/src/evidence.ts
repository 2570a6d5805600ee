import type { GraphNode } from '@quarry/graph-store';
import { defined, outOfRepository, type EvidenceCandidate, type LineRange, type Turn } from '@quarry/turn';

/**
 * Maximum characters of a node's text as evidence. A text that is too long is cut at the end of a line, and so is its
 * line range.
 */
const MAX_CHARACTERS = 6_000;

/**
 * A node's own text as evidence; null for nodes without text (files, nodes that are only referenced).
 * @param found.from line to begin at, if the text is too long for one piece: "the rest of X after line 120"
 */
export function nodeEvidence(
  node: GraphNode,
  found: { readonly relevance: number; readonly query: string; readonly turn: Turn; readonly from?: number },
): EvidenceCandidate | null {
  if (
    node.text === undefined ||
    node.path === undefined ||
    node.startLine === undefined ||
    node.endLine === undefined
  )
    return null;
  const { from = node.startLine } = found;
  const isPart = node.text.length > MAX_CHARACTERS && from > node.startLine && from <= node.endLine;
  const startLine = isPart ? from : node.startLine;
  const all = isPart
    ? node.text
        .split('\n')
        .slice(from - node.startLine)
        .join('\n')
    : node.text;
  const text = wholeLines(all);
  const endLine = text === all ? node.endLine : startLine + text.split('\n').length - 1;
  const rest: LineRange[] = [
    ...(isPart ? [[node.startLine, startLine - 1] as const] : []),
    ...(endLine < node.endLine ? [[endLine + 1, node.endLine] as const] : []),
  ];
  // Graph and chunks of a repository belong to one snapshot, and so to one commit.
  const commit = found.turn.evidence.find(
    (item) => item.commit !== undefined && item.repository === node.repository,
  )?.commit;
  return {
    id: isPart ? `${node.key}@${from}` : node.key,
    kind: 'node',
    text,
    path: node.path,
    ...{ startLine, endLine },
    ...(rest.length === 0 ? {} : { rest }),
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
