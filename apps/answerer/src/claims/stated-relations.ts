import { shortNameInKey, type Evidence, type GraphEdgeRef, type NodeKey, type Turn } from '@quarry/turn';

/**
 * The evidence with what the code graph states about each piece, as lines behind its text, as far as the answer names it:
 * prompts show these relations, so that an answer may name a caller, or the line of a call, that the text of the piece
 * does not have.
 *
 * @example
 * // evidence [10] is `Has`; the graph has `QueryParser.has CALLS Has` in line 431
 * withRelations(turn, '`Has` is made in `QueryParser.has` [10].').at(-1)?.text; // '…\nQueryParser.has in src/QueryParser.java line 431'
 */
export function withRelations(
  { evidence, graph }: Pick<Turn, 'evidence' | 'graph'>,
  answer: string,
): readonly Evidence[] {
  const words = new Set(answer.match(/[\p{L}\p{N}_$]+/gu));
  const paths = new Map(graph.nodes.map(({ key, path }) => [key, path]));
  const touching = new Map<NodeKey, GraphEdgeRef[]>();
  for (const edge of graph.edges)
    for (const key of new Set([edge.from, edge.to])) {
      const own = touching.get(key);
      if (own) own.push(edge);
      else touching.set(key, [edge]);
    }
  return evidence.map((item) => {
    const edges = (item.nodeKey === undefined ? undefined : touching.get(item.nodeKey)) ?? [];
    const lines = edges.flatMap((edge) => {
      const other = edge.from === item.nodeKey ? edge.to : edge.from;
      const name = shortNameInKey(other).split('.').at(-1) ?? '';
      if (!words.has(name) && !words.has(String(edge.line))) return [];
      const path = edge.path ?? paths.get(edge.from);
      return `${shortNameInKey(other)}${path === undefined ? '' : ` in ${path}`}${edge.line === undefined ? '' : ` line ${edge.line}`}`;
    });
    return lines.length === 0 ? item : { ...item, text: [item.text, ...new Set(lines)].join('\n') };
  });
}
