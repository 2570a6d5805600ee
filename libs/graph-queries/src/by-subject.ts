import { isTestPath } from '@quarry/turn';
import { passedOn } from './namesakes';
import type { GraphOperation, QueryLimits, Relation, Relations, SnapshotGraph, Subject } from './operation';

/** A definition, and what was found of it. */
interface Found {
  readonly subject: Subject;
  readonly found: Relations;
}

/**
 * The relations of a name that means several definitions, definition by definition, those of code before those of
 * tests, and those without relations last: what holds for one of them need not hold for another one. A relation of two
 * of them comes twice.
 */
export async function bySubject(
  reader: SnapshotGraph,
  operation: GraphOperation,
  subjects: readonly Subject[],
  limits: QueryLimits,
): Promise<Relations> {
  const every: Found[] = [];
  for (const subject of subjects)
    every.push({ subject, found: await operation.run(reader, [subject], limits) });
  const each = every.toSorted(inOrder);
  const shares = sharesOf(
    each.map(({ found }) => found.relations.length),
    limits.limit,
  );
  const possible = possibleOf(each.map(({ found }) => found));
  const total = distinct(each.map(({ found }) => found));
  return {
    relations: each.flatMap(({ subject: { name: subject }, found }, at) =>
      found.relations.slice(0, shares[at]).map((relation) => ({ ...relation, subject })),
    ),
    total,
    groups: each.map(({ subject, found: { total: own, atLeast, note } }) => ({
      ...{ subject, total: own },
      ...(atLeast ? { atLeast } : {}),
      ...(note === undefined ? {} : { note }),
    })),
    ...(each.some(({ found }) => found.atLeast) ? { atLeast: true as const } : {}),
    ...(possible ? { possible } : {}),
  };
}

/** Relations of all definitions, those of several of them counted once. */
function distinct(each: readonly Relations[]): number {
  const listed = each.flatMap(({ relations }) => relations);
  const twice = listed.length - new Set(listed.map(placeOf)).size;
  return each.reduce((sum, { total }) => sum + total, 0) - twice;
}

function inOrder(a: Found, b: Found): number {
  const [left, right] = [a, b].map(({ subject: { nodes } }) => nodes[0]?.path ?? '');
  return (
    Number(a.found.total === 0) - Number(b.found.total === 0) ||
    Number(inTests(a.subject)) - Number(inTests(b.subject)) ||
    ((left ?? '') < (right ?? '') ? -1 : 1)
  );
}

function inTests({ nodes }: Subject): boolean {
  return nodes.every(({ path }) => isTestPath(path ?? ''));
}

/** How many of each list fit into the limit: short lists whole, and the rest in equal parts. */
function sharesOf(lengths: readonly number[], limit: number): readonly number[] {
  const shares = lengths.map(() => 0);
  const shortest = lengths.map((length, at) => ({ length, at })).toSorted((a, b) => a.length - b.length);
  let left = Math.max(0, limit);
  shortest.forEach(({ length, at }, done) => {
    const share = Math.min(length, Math.ceil(left / (shortest.length - done)));
    shares[at] = share;
    left -= share;
  });
  return shares;
}

/** Calls that may be of any of the definitions, each once. */
function possibleOf(each: readonly Relations[]): Relations['possible'] {
  const lists = each.flatMap(({ possible }) => possible ?? []);
  const [first] = lists;
  if (!first) return undefined;
  const placed = new Set(each.flatMap(({ relations }) => relations.map(placeOf)));
  const all = new Map(lists.flatMap((list) => list.relations).map((one) => [placeOf(one), one]));
  const others = [...all].flatMap(([place, one]) => (placed.has(place) ? [] : [one]));
  if (others.length === 0) return undefined;
  const values = passedOn({ ...first, relations: others });
  const relations = [...values, ...others.filter((one) => !values.includes(one))];
  const beyond = Math.max(0, ...lists.map((list) => list.total - list.relations.length));
  const total = relations.length + beyond;
  return { ...first, relations, total };
}

function placeOf({ key, place }: Relation): string {
  return `${key}:${place?.line ?? ''}`;
}
