import { endsInPath } from '@quarry/turn';
import { limited } from './found';
import type { QueryLimits, Relation, Relations } from './operation';
import { selected } from './selected';

/** Relations that are read before those of one file are selected, at most. */
export const MAX_BEFORE_FILE = 10_000;

/**
 * The relations that one file states, with a note on the others; all of them if the file states none.
 * @param missing what to say then, instead of that none of them is in the file
 */
export function withinFile(all: Relations, file: string, limits: QueryLimits, missing?: string): Relations {
  const isWithin = ({ place, node }: Relation): boolean => endsInPath(place?.path ?? node?.path ?? '', file);
  const own = selected(all, isWithin, limits);
  const isCut = all.atLeast === true;
  if (own.total === 0) {
    const { note, possible } = all;
    const why = missing ?? (all.total === 0 ? undefined : `none of them in ${file}`);
    const notes = [why, note].filter((one) => one !== undefined);
    return {
      ...limited(all.relations, isCut, limits),
      total: all.total,
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      ...(possible ? { possible } : {}),
      ...(all.groups ? { groups: all.groups } : {}),
    };
  }
  const others = all.total - own.total;
  return { ...own, note: others === 0 ? `all are in ${file}` : `in ${file}, and ${others} in other files` };
}
