import { nameBeside, phraseOf } from '@quarry/prompting';
import { isInferred, shortNameInKey, type Evidence, type Turn } from '@quarry/turn';

/**
 * The evidence with what the code graph states about each piece, as lines behind its text, as far as the answer names it:
 * prompts show these relations, so that an answer may name a caller, or the line of a call, that the text of the piece
 * does not have.
 *
 * @example
 * // evidence [10] is `Has`; the graph has `QueryParser.has CALLS Has` in line 431
 * withRelations(turn, '`Has` is made in `QueryParser.has` [10].').at(-1)?.text; // '…\ncalled by: QueryParser.has in src/QueryParser.java line 431'
 */
export function withRelations(
  { evidence, graph }: Pick<Turn, 'evidence' | 'graph'>,
  answer: string,
): readonly Evidence[] {
  const words = new Set(answer.match(/[\p{L}\p{N}_$]+/gu));
  const paths = new Map(graph.nodes.map(({ key, path }) => [key, path]));
  return evidence.map((item) => {
    const edges = graph.edges.filter(({ from, to }) => from === item.nodeKey || to === item.nodeKey);
    const lines = edges.flatMap((edge) => {
      const { from, to, kind, line, path = paths.get(from) } = edge;
      const [own, other] = from === item.nodeKey ? [from, to] : [to, from];
      const last = shortNameInKey(other).split('.').at(-1) ?? '';
      if (!words.has(last) && !words.has(String(line))) return [];
      const name = `${phraseOf(kind, own === to, isInferred(edge))}: ${nameBeside(own, other, kind)}`;
      const place = [path === undefined ? '' : ` in ${path}`, line === undefined ? '' : ` line ${line}`];
      return `${name}${place.join('')}`;
    });
    return lines.length === 0 ? item : { ...item, text: [item.text, ...new Set(lines)].join('\n') };
  });
}
