import { shortNameInKey, type NodeKey } from '@quarry/turn';
import { shortestWay, withMembers } from '../flow';
import type { GraphOperation, SnapshotGraph, Subject } from '../operation';
import { unplacedCalls } from '../namesakes';
import { memberName } from '../overrides';
import { directSteps, relationsOf } from '../relations';
import { unplacedCallees } from '../unplaced-callees';

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
      : `no way found${atLeast ? ' within the limits of a search' : ''} from ${from} to ${to}`,
  run: async (reader, [from, to]) => {
    if (!from || !to) return { relations: [], total: 0 };
    const { way, reached, cut } = await shortest(reader, from, to);
    const relations = await relationsOf(reader, way);
    if (relations.length > 0) return { relations, total: relations.length };
    const back = await shortest(reader, to, from);
    const steps = back.way.length;
    const notes = [
      await nearest(reader, from, to, reached, cut),
      ...(await missingCalls(reader, from, to)),
      ...(steps === 0
        ? []
        : [`in the other direction there ${steps === 1 ? 'is 1 step' : `are ${steps} steps`}`]),
    ];
    return {
      ...{ relations: [], total: 0 },
      ...(cut ? { atLeast: true as const } : {}),
      note: notes.join('; '),
    };
  },
};

/** Names at each end of a missing way that a sentence has. */
const MOST_NAMES = 3;

/** What is known at both ends where no way is: how much the first reaches, and what calls the second. */
async function nearest(
  reader: SnapshotGraph,
  from: Subject,
  to: Subject,
  reached: readonly NodeKey[],
  cut: boolean,
): Promise<string> {
  const functions = reached.filter((key) => /\|(?:FUNCTION|METHOD|PROC|ROUTE)$/.test(key));
  const keys = to.nodes.map(({ key }) => key);
  const calls = await directSteps(reader, keys, 'in', ['CALLS', 'EXECUTES']);
  const before = [...new Set(calls.steps.map(({ end }) => end))];
  const [name, other] = [shortName(from), shortName(to)];
  const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
  const first =
    functions.length === 0
      ? `${name} reaches no function that is known`
      : `${name} reaches ${cut ? 'at least ' : ''}${many(functions.length, 'function')} (${named(functions)})`;
  const last =
    before.length === 0
      ? `nothing that is known calls ${other}`
      : `${other} is called by ${many(before.length, 'function')} (${named(before)})`;
  return `${first}; ${last}`;
}

function named(keys: readonly NodeKey[]): string {
  const rest = keys.length - MOST_NAMES;
  return [...keys.slice(0, MOST_NAMES).map(shortNameInKey), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function shortName({ nodes, name }: Subject): string {
  const [node] = nodes;
  return node ? shortNameInKey(node.key) : name;
}

/** How many calls at the two ends of a way the graph could not place: there may be a way by one of them. */
async function missingCalls(reader: SnapshotGraph, from: Subject, to: Subject): Promise<readonly string[]> {
  const functions = from.nodes.filter(({ kind }) => kind === 'FUNCTION' || kind === 'METHOD');
  const known = await directSteps(
    reader,
    functions.map(({ key }) => key),
    'out',
    ['CALLS', 'EXECUTES'],
  );
  const placed = new Set(known.steps.map(({ end }) => memberName(end)));
  const inside = (await unplacedCallees(reader, functions, placed)).length;
  const outside = (await unplacedCalls(reader, [to])).length;
  const counts = [
    ...(inside === 0 ? [] : [`${inside} in ${shortNameInKey(functions[0]?.key ?? from.name)}`]),
    ...(outside === 0 ? [] : [`${outside} of something named ${to.nodes[0]?.name ?? to.name}`]),
  ];
  return counts.length === 0
    ? []
    : [`there may be one by calls that could not be placed: ${counts.join(', ')}`];
}

async function shortest(reader: SnapshotGraph, from: Subject, to: Subject): ReturnType<typeof shortestWay> {
  const starts = await withMembers(reader, from);
  return shortestWay(reader, starts, new Set(to.nodes.map(({ key }) => key)));
}
