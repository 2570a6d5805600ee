import type { EdgeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { GraphOperation, SnapshotGraph, Subject } from '../operation';
import { reach } from '../reach';
import { relationsOf, type Step } from '../relations';

/** Relations that lead from one place of a program to the next; a declaration leads to what implements it. */
const FLOW: readonly EdgeKind[] = ['CALLS', 'EXECUTES', 'READS_FROM', 'WRITES_TO', 'USES', 'MAPS_TO'];
const LIMITS = { depth: 16, maxNodes: 20_000 } as const;

/** One of the shortest ways from one name to another along calls, accesses and uses. */
export const path: GraphOperation = {
  name: 'path',
  summary: 'a shortest way from NAME to OTHER along calls and accesses',
  names: 2,
  subjects: [],
  questions: [
    'how (?:do|does|can|could|would) {A} (?:reach|get to|call|lead to|end up (?:in|at|calling)|come to) {B}',
    'how (?:do|does|can) (?:an? |the |we |you |i |one )?(?:request|call|control|execution|data|message)?(?: ?(?:get|go|flow|travel|come|pass))(?:s|es)? from {A} to {B}',
    '(?:(?:call|shortest) )?(?:path|way|route|chain|call chain) from {A} to {B}',
    'how (?:is|are) {B} (?:reached|called) from {A}',
  ],
  heading: ([from = '', to = ''], { relations }) =>
    relations.length === 0
      ? `no way from ${from} to ${to}`
      : `${relations.length} step${relations.length === 1 ? '' : 's'} from ${from} to ${to}`,
  run: async (reader, [from, to]) => {
    const way = from && to ? await shortest(reader, from, to) : [];
    const relations = await relationsOf(reader, way);
    return { relations, total: relations.length };
  },
};

async function shortest(reader: SnapshotGraph, from: Subject, to: Subject): Promise<readonly Step[]> {
  const ends = new Set(to.nodes.map(({ key }) => key));
  const starts = from.nodes.map(({ key }) => key);
  const { steps } = await reach(reader, await withMembers(reader, from, starts), {
    ...{ direction: 'out', edgeKinds: FLOW, ...LIMITS },
    until: (key) => ends.has(key),
  });
  const by = new Map<NodeKey, Step>(steps.map((step) => [step.end, step]));
  const way: Step[] = [];
  for (let step = steps.find(({ end }) => ends.has(end)); step; step = by.get(step.edge.from))
    way.unshift(step);
  return way;
}

/** A type acts through its members. */
async function withMembers(
  { graph, ref }: SnapshotGraph,
  { nodes }: Subject,
  starts: readonly NodeKey[],
): Promise<readonly NodeKey[]> {
  const owners = nodes.filter(({ kind }) => kind === 'TYPE' || kind === 'FILE' || kind === 'MODULE');
  const { edges } = await graph.edgesAt(
    ref,
    owners.map(({ key }) => key),
    { direction: 'out', edgeKinds: ['DEFINES'], limit: 20_000 },
  );
  return [...starts, ...edges.map(({ to }) => to)];
}
