import type { SnapshotGraph, QueryLimits, Relations } from './operation';
import { relationsOf, type Step } from './relations';

/** The first relations of a search, and how many it found. */
export async function found(
  reader: SnapshotGraph,
  { steps, cut }: { readonly steps: readonly Step[]; readonly cut: boolean },
  { limit }: QueryLimits,
): Promise<Relations> {
  const all = await relationsOf(reader, steps);
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
