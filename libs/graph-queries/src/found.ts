import type { QueryLimits, Relation, Relations, SnapshotGraph } from './operation';
import { relationsOf, type Step } from './relations';

/** The first relations of a search, and how many it found. */
export async function found(
  reader: SnapshotGraph,
  { steps, cut }: { readonly steps: readonly Step[]; readonly cut: boolean },
  limits: QueryLimits,
): Promise<Relations> {
  return limited(await relationsOf(reader, steps), cut, limits);
}

/** The first of all relations, and how many there are. */
export function limited(all: readonly Relation[], cut: boolean, { limit }: QueryLimits): Relations {
  return {
    relations: all.slice(0, Math.max(0, limit)),
    total: all.length,
    ...(cut ? { atLeast: true as const } : {}),
  };
}

/** `no callers`, `1 caller`, `18 callers`, `at least 20000 callers`. */
export function counted(
  { total, atLeast }: Pick<Relations, 'total' | 'atLeast'>,
  one: string,
  many = `${one}s`,
): string {
  const count = total === 0 ? 'no' : String(total);
  if (total === 0 && atLeast) return `no ${many} (the search was cut off)`;
  return `${atLeast ? 'at least ' : ''}${count} ${total === 1 ? one : many}`;
}

/** ` (on 5 lines)` where definitions state the same on several lines, and all are listed: `2 readers of PORT (on 5 lines)`. */
export function onLines({ relations, total }: Pick<Relations, 'relations' | 'total'>): string {
  const lines = relations.reduce((sum, { place }) => sum + 1 + (place?.further?.length ?? 0), 0);
  return relations.length === total && lines > total ? ` (on ${lines} lines)` : '';
}

/** Relations that exist and are beyond the limit: of each definition, if the name means several. */
export function unlisted({
  relations,
  total,
  groups,
}: Pick<Relations, 'relations' | 'total' | 'groups'>): number {
  return (groups ? groups.reduce((sum, group) => sum + group.total, 0) : total) - relations.length;
}

/** Files that a sentence names. */
const MOST_FILES = 3;

/** The first of several files, and how many more there are: `Makefile`, `ci.yml`, `app.ts`, `2 more files`. */
export function firstFiles(files: readonly string[]): readonly string[] {
  const rest = files.length - MOST_FILES;
  return [...files.slice(0, MOST_FILES), ...(rest > 0 ? [`${rest} more file${rest === 1 ? '' : 's'}`] : [])];
}
