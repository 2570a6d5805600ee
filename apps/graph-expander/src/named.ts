import type { GraphReader } from '@quarry/graph-store';
import { specificNames, type NodeKey, type SnapshotRef, type Turn } from '@quarry/turn';
import { workingQuestion } from '@quarry/prompting';

/** Full names that a name may stand for so that it still says what is meant; overloads share one full name. */
const MAX_MEANT = 6;
/** Definitions of one name that are read. */
const MAX_DEFINITIONS = 60;
/** Names of a question that are looked up. */
const MAX_NAMES = 12;
/** Keys of the nodes that the question and the requests of the turn name, in their order. */
export async function namedNodes(
  graph: Pick<GraphReader, 'lookup'>,
  ref: SnapshotRef,
  turn: Turn,
): Promise<readonly NodeKey[]> {
  const texts = [workingQuestion(turn), ...turn.needs.map(({ text }) => text)];
  const names = [...new Set(texts.flatMap(specificNames))].slice(0, MAX_NAMES);
  if (names.length === 0) return [];
  const lists = await graph.lookup(ref, names, MAX_DEFINITIONS);
  const meant = lists.map((list) =>
    list.filter(({ match, kind, text }) => match === 'exact' && kind !== 'FILE' && text !== undefined),
  );
  return [
    ...new Set(
      meant
        .filter((nodes) => new Set(nodes.map(({ qualifiedName }) => qualifiedName)).size <= MAX_MEANT)
        .flat()
        .map(({ key }) => key),
    ),
  ];
}
