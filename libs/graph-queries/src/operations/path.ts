import { shortestWay, withMembers } from '../flow';
import type { GraphOperation, SnapshotGraph, Subject } from '../operation';
import { relationsOf, type Step } from '../relations';

/** One of the shortest ways from one name to another along calls, accesses and uses. */
export const path: GraphOperation = {
  name: 'path',
  summary: 'a shortest way from NAME to OTHER along calls and accesses',
  names: 2,
  subjects: [],
  isWay: true,
  questions: [
    'how (?:do|does|can|could|would) {A} (?:reach|get to|call|lead to|end up (?:in|at|calling)|come to) {B}',
    'how (?:do|does|can) (?:an? |the |we |you |i |one )?(?:request|call|control|execution|data|message)?(?: )?(?:get|go|flow|travel|come|pass)(?:s|es)? from {A} to {B}',
    '(?:(?:call|shortest) )?(?:path|way|route|chain|call chain) from {A} to {B}',
    'how (?:is|are) {B} (?:reached|called) from {A}',
    '(?:is there )?(?:a |any )?(?:path|way|route|chain|call chain|call path) (?:from|between) {A} (?:to|and) {B}',
    '(?:does|do) {A} (?:ever |directly |recursively )?(?:call|invoke|execute) {B}(?: (?:recursively|directly))?',
    '(?:is|are) {A} (?:directly )?recursive',
    '(?:can|does|do) {A} (?:ever )?(?:reach|(?:indirectly|transitively|eventually) call|end up (?:in|at|calling)|lead to) {B}',
  ],
  heading: ([from = '', to = ''], { relations, atLeast }) =>
    relations.length > 0
      ? `${relations.length} step${relations.length === 1 ? '' : 's'} from ${from} ${from === to ? 'back to itself' : `to ${to}`}`
      : `${atLeast ? 'no way found within the limits of a search' : 'no way'} from ${from} to ${to}`,
  run: async (reader, [from, to]) => {
    if (!from || !to) return { relations: [], total: 0 };
    const { way, cut } = await shortest(reader, from, to);
    const relations = await relationsOf(reader, way);
    if (relations.length > 0) return { relations, total: relations.length };
    const back = await shortest(reader, to, from);
    const steps = back.way.length;
    return {
      ...{ relations: [], total: 0 },
      ...(cut ? { atLeast: true as const } : {}),
      ...(steps === 0
        ? {}
        : { note: `in the other direction there ${steps === 1 ? 'is 1 step' : `are ${steps} steps`}` }),
    };
  },
};

async function shortest(
  reader: SnapshotGraph,
  from: Subject,
  to: Subject,
): Promise<{ readonly way: readonly Step[]; readonly cut: boolean }> {
  const starts = await withMembers(reader, from);
  return shortestWay(reader, starts, new Set(to.nodes.map(({ key }) => key)));
}
