/** Node → nodes that it leads to. Every target is a key. */
type Ways = ReadonlyMap<string, readonly string[]>;

/** All nodes that can be reached from `starts`, these included. */
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

/** More cycles than this are of no use to anybody. */
const MAX_CYCLES = 20;

/** Cycles without a common node, at least one where there is any, {@link MAX_CYCLES} at most; each as its nodes in order. */
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

/** Takes out of `rest` what leads nowhere within it, again and again: what stays has a way on for ever. */
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

/** Follows the first way on from the first node until a node comes up again; every node of `rest` has one. */
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
