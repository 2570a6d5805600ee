/** Node → nodes that it leads to. Every target is a key. */
type Ways = ReadonlyMap<string, readonly string[]>;

/** All nodes that are reachable from `starts`, including these. */
export function reachable(ways: Ways, starts: readonly string[]): Set<string> {
  const seen = new Set(starts);
  const queue = [...starts];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const to of ways.get(id) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
}

/** Maximum number of reported cycles. */
const MAX_CYCLES = 20;

/** Cycles without a common node, at least one if any exists, at most {@link MAX_CYCLES}; each as its nodes in order. */
export function findCycles(ways: Ways): string[][] {
  const cycles: string[][] = [];
  const rest = new Set(ways.keys());
  for (peel(ways, rest); rest.size > 0 && cycles.length < MAX_CYCLES; peel(ways, rest)) {
    const cycle = walk(ways, rest);
    cycles.push(cycle);
    for (const id of cycle) rest.delete(id);
  }
  return cycles;
}

/**
 * Repeatedly removes nodes from `rest` that lead to no other node of it. The remaining ones are on or lead to a cycle.
 */
function peel(ways: Ways, rest: Set<string>): void {
  const back = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const id of rest) {
    const targets = [...new Set(ways.get(id))].filter((to) => rest.has(to));
    open.set(id, targets.length);
    for (const to of targets) back.set(to, [...(back.get(to) ?? []), id]);
  }
  const dead = [...rest].filter((id) => open.get(id) === 0);
  for (let id = dead.pop(); id !== undefined; id = dead.pop()) {
    rest.delete(id);
    for (const from of back.get(id) ?? []) {
      const left = (open.get(from) ?? 0) - 1;
      open.set(from, left);
      if (left === 0) dead.push(from);
    }
  }
}

/** Follows the first edge from the first node until a node repeats. Every node of `rest` has an edge within it. */
function walk(ways: Ways, rest: ReadonlySet<string>): string[] {
  const path: string[] = [];
  const position = new Map<string, number>();
  const [start] = rest;
  for (let id = start; id !== undefined; id = ways.get(id)?.find((to) => rest.has(to))) {
    const seen = position.get(id);
    if (seen !== undefined) return path.slice(seen);
    position.set(id, path.length);
    path.push(id);
  }
  return path;
}
