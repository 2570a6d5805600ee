import type { EdgeKind } from '@quarry/graph-store';
import { nameInKey, type NodeKey } from '@quarry/turn';
import { edgesOf, MAX_ALL_EDGES } from './edges-of';
import { httpSteps } from './http/http-steps';
import { overridesOf } from './overrides';
import type { SnapshotGraph, Subject } from './operation';
import type { Step } from './relations';

/** Relations that lead from one place of a program to the next. */
const FLOW: readonly EdgeKind[] = ['CALLS', 'EXECUTES', 'READS_FROM', 'WRITES_TO', 'USES', 'MAPS_TO'];
const LIMITS = { depth: 16, nodes: 20_000 } as const;

/** A step with the node that it starts at: an override is reached from the declaration that it implements. */
interface FlowStep {
  readonly step: Step;
  readonly before: NodeKey;
}

/**
 * One of the shortest ways from any of the starts to any of the ends. A declaration leads to what implements it, so that
 * a way through an interface is found; such a step is probable. `cut` if the search ended before it had seen all.
 * Without a way, `reached` is what the starts reach, nearest first.
 */
export async function shortestWay(
  reader: SnapshotGraph,
  starts: readonly NodeKey[],
  ends: ReadonlySet<NodeKey>,
): Promise<{ readonly way: readonly Step[]; readonly reached: readonly NodeKey[]; readonly cut: boolean }> {
  const reached = new Map<NodeKey, FlowStep | null>(starts.map((key) => [key, null]));
  let level: readonly NodeKey[] = [...reached.keys()];
  const others = (): readonly NodeKey[] => [...reached].flatMap(([key, step]) => (step ? [key] : []));
  let cut = false;
  let read = 0;
  for (let depth = 1; depth <= LIMITS.depth && level.length > 0; depth++) {
    const { edges, cut: isCut } = await edgesOf(reader, level, 'out', FLOW);
    read += edges.length;
    const steps: FlowStep[] = edges.map((edge) => ({
      before: edge.from,
      step: { edge, end: edge.to, depth },
    }));
    for (const step of await httpSteps(reader, level, 'out'))
      steps.push({ before: step.edge.from, step: { ...step, depth } });
    for (const { declared, edge } of await overridesOf(reader, level))
      steps.push({
        before: declared,
        step: {
          edge: { ...edge, from: edge.to, to: declared, kind: 'IMPLEMENTS' },
          end: edge.to,
          depth,
          probable: true,
        },
      });
    cut ||= isCut;
    const next: NodeKey[] = [];
    for (const one of steps) {
      // A start that is an end as well is reached by a way that leads back to it.
      if (ends.has(one.step.end)) return { way: wayTo(one, reached), reached: [], cut: false };
      if (reached.has(one.step.end)) continue;
      reached.set(one.step.end, one);
      next.push(one.step.end);
    }
    if (reached.size > LIMITS.nodes || read > MAX_ALL_EDGES) return { way: [], reached: others(), cut: true };
    level = next;
  }
  return { way: [], reached: others(), cut: cut || level.length > 0 };
}

function wayTo(last: FlowStep, reached: ReadonlyMap<NodeKey, FlowStep | null>): readonly Step[] {
  const way: FlowStep[] = [];
  for (let at: FlowStep | null | undefined = last; at; at = reached.get(at.before)) way.unshift(at);
  return way.map(({ step, before }, at) => (at === 0 ? step : { ...step, through: nameInKey(before) }));
}

/** Where a name starts: a type and a file act through their members. */
export async function withMembers(
  { graph, ref }: SnapshotGraph,
  { nodes }: Subject,
): Promise<readonly NodeKey[]> {
  const keys = nodes.map(({ key }) => key);
  const owners = nodes.filter(({ kind }) => kind === 'TYPE' || kind === 'FILE' || kind === 'MODULE');
  const { edges } = await graph.edgesAt(
    ref,
    owners.map(({ key }) => key),
    { direction: 'out', edgeKinds: ['DEFINES'], limit: 20_000 },
  );
  return [...keys, ...edges.map(({ to }) => to)];
}
