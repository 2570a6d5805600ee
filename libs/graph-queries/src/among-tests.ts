import { isInTests } from './in-tests';
import type { QueryLimits, Relation, Relations } from './operation';
import { selected } from './selected';

/** Whether results are wanted from tests alone, or from everything else. */
export type AmongTests = 'only' | 'without';

/** The relations that tests state, or the others, with a note on those that were left out. */
export function amongTests(all: Relations, among: AmongTests, limits: QueryLimits): Relations {
  const isTested = ({ key, place, node }: Relation): boolean => isInTests(key, place?.path ?? node?.path);
  const isWanted = (relation: Relation): boolean => isTested(relation) === (among === 'only');
  const own = selected(all, isWanted, limits);
  const left = all.relations.length - own.total;
  const where = among === 'only' ? 'outside of tests' : 'in tests';
  const notes = [
    ...(left === 0 ? [] : [`without ${left} ${where}`]),
    ...(all.note === undefined ? [] : [all.note]),
  ];
  return {
    ...own,
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    ...(all.limits === undefined ? {} : { limits: all.limits }),
  };
}
