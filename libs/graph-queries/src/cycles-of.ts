/**
 * For each group of names that reach each other, one shortest cycle, beginning at its first name by the alphabet; the
 * shortest come first.
 * @example
 * shortestCycles(new Map([['a', ['b']], ['b', ['a', 'c']]]));   // [['a', 'b']]
 */
export function shortestCycles(
  graph: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  for (const start of [...graph.keys()].toSorted()) {
    if (done.has(start)) continue;
    const cycle = cycleAt(start, graph, done);
    if (cycle === null) continue;
    cycles.push(cycle);
    for (const name of cycle) done.add(name);
  }
  return cycles.toSorted((a, b) => a.length - b.length);
}

/** A shortest way from a name back to it, by none of the names that are `done`; null without one. */
function cycleAt(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
  done: ReadonlySet<string>,
): readonly string[] | null {
  const before = new Map<string, string>();
  let level = [start];
  while (level.length > 0) {
    const next: string[] = [];
    for (const name of level)
      for (const other of graph.get(name)?.toSorted() ?? []) {
        if (other === start) return wayTo(name, before, start);
        if (before.has(other) || done.has(other)) continue;
        before.set(other, name);
        next.push(other);
      }
    level = next;
  }
  return null;
}

function wayTo(end: string, before: ReadonlyMap<string, string>, start: string): readonly string[] {
  const way = [end];
  for (let name = end; name !== start;) {
    name = before.get(name) ?? start;
    way.unshift(name);
  }
  return way;
}
