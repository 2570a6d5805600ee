import type { FileFacts } from '../facts';
import type { FlowFact, FlowFacts } from '../flow/flow-facts';

/** Where each fact that states a call has its line. */
const LINE: Readonly<Partial<Record<FlowFact[0], number>>> = { '(': 6, i: 4 };

/**
 * Line of a call before → its line now, if values go the same ways in both versions of a file; null if they do not.
 */
export function linesMoved(
  then: FileFacts | undefined,
  now: FileFacts | undefined,
): ReadonlyMap<number, number> | null {
  const lines = new Map<number, number>();
  if (!then?.flow && !now?.flow) return lines;
  if (!then?.flow || !now?.flow || shapeOf(then) !== shapeOf(now)) return null;
  for (const [n, fact] of then.flow.facts.entries()) {
    const at = LINE[fact[0]];
    if (at === undefined) continue;
    const line = fact[at] as number;
    const next = now.flow.facts[n]![at] as number;
    if ((lines.get(line) ?? next) !== next) return null;
    lines.set(line, next);
  }
  return lines;
}

function shapeOf({ language, nodes, flow }: FileFacts): string {
  return JSON.stringify([language, nodes.map(({ key }) => key), flow && flowWithoutLines(flow)]);
}

export function flowWithoutLines(flow: FlowFacts): unknown {
  const { slots, functions, classes, exports, wildcards } = flow;
  const facts = flow.facts.map((fact) => fact.map((part, n) => (n === LINE[fact[0]] ? 0 : part)));
  return [slots, functions, classes, exports, wildcards, facts];
}

/** The lines of calls, in the order of facts. */
export function linesOfFlow({ facts }: FlowFacts): readonly number[] {
  return facts.flatMap((fact) => {
    const at = LINE[fact[0]];
    return at === undefined ? [] : [fact[at] as number];
  });
}
