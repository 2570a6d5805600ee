import { limited } from './found';
import { isInTests } from './in-tests';
import type { QueryLimits, Relation, Relations } from './operation';

/** Whether results are wanted from tests alone, or from everything else. */
export type AmongTests = 'only' | 'without';

/** The relations that tests state, or the others, with a note on those that were left out. */
export function amongTests(all: Relations, among: AmongTests, limits: QueryLimits): Relations {
  const isTested = ({ key, place, node }: Relation): boolean => isInTests(key, place?.path ?? node?.path);
  const isWanted = (relation: Relation): boolean => isTested(relation) === (among === 'only');
  const own = all.relations.filter(isWanted);
  const left = all.relations.length - own.length;
  const where = among === 'only' ? 'outside of tests' : 'in tests';
  const notes = [
    ...(left === 0 ? [] : [`without ${left} ${where}`]),
    ...(all.note === undefined ? [] : [all.note]),
  ];
  const possible = all.possible?.relations.filter(isWanted) ?? [];
  return {
    ...limited(own, all.atLeast === true, limits),
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    ...(all.limits === undefined ? {} : { limits: all.limits }),
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
