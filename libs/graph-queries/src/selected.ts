import { limited } from './found';
import type { QueryLimits, Relation, Relations } from './operation';

/** Some of the relations of a result, with the calls that cannot be placed and the counts of each definition. */
export function selected(
  all: Relations,
  isWanted: (relation: Relation) => boolean,
  limits: QueryLimits,
): Relations {
  const own = all.relations.filter(isWanted);
  const possible = all.possible?.relations.filter(isWanted) ?? [];
  return {
    ...limited(own, all.atLeast === true, limits),
    ...(all.possible && possible.length > 0
      ? { possible: { ...all.possible, relations: possible, total: possible.length } }
      : {}),
    ...(all.groups
      ? {
          groups: all.groups.map(({ subject }) => ({
            subject,
            total: own.filter((relation) => relation.subject === subject.name).length,
          })),
        }
      : {}),
  };
}
