import {
  runQuery,
  shownInText,
  summaryOf,
  unlisted,
  type GraphQuery,
  type SnapshotGraph,
} from '@quarry/graph-queries';
import { answerCall, resolveNeed, shownSnapshot, type Need, type Turn } from '@quarry/turn';
import { relationsPatch } from './graph-answer';

/** Relations that one request adds to the evidence; the rest are counted. */
const MAX_RELATIONS = 30;

/**
 * Serves a request for relations: the lines that state them become evidence, and a note says how many there are, so
 * that a model sees whether the list is complete.
 */
export async function serveRelations(
  reader: SnapshotGraph,
  turn: Turn,
  need: Need,
  query: GraphQuery,
): Promise<{ readonly turn: Turn; readonly found: number }> {
  const result = await runQuery(reader, query, { limit: MAX_RELATIONS });
  if (result.status !== 'found') {
    const choices =
      result.status === 'ambiguous' ? `: ${result.subjects.map(({ name }) => name).join(', ')}` : '';
    const note = `${summaryOf(result)}${choices}`;
    const needs = need.call ? answerCall(turn.needs, need.id, { by: [], note }) : turn.needs;
    return { turn: { ...turn, needs }, found: 0 };
  }
  const { total } = result.found;
  const index = shownSnapshot(reader.ref);
  const { patch, numbers } = relationsPatch(turn, shownInText(result), index);
  const rest = unlisted(result.found);
  const note = `${summaryOf(result)}${rest > 0 ? `; ${rest} of them not shown` : ''}`;
  const needs = need.call
    ? answerCall(turn.needs, need.id, { by: numbers, note })
    : resolveNeed(turn.needs, need.text, numbers);
  return { turn: { ...turn, ...patch, needs }, found: total };
}
