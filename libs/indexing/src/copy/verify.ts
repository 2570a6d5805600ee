import { Fault, type SnapshotRef } from '@quarry/turn';

/** Compares what was read with the counts of the copy. @throws Fault `copy_incomplete` with each difference */
export function checkSame<Counts extends Readonly<Record<string, number>>>(
  ref: SnapshotRef,
  what: string,
  wanted: Counts,
  found: { readonly [name in keyof Counts]: number } | null,
): void {
  const differences = Object.entries(wanted).flatMap(([name, count]) =>
    found?.[name] === count ? [] : [`${count} ${name}, but ${found?.[name] ?? 'none'} in the copy`],
  );
  if (differences.length === 0) return;
  throw new Fault(
    'copy_incomplete',
    `The copy of the ${what} of "${ref.repository}" (snapshot "${ref.snapshot}") differs from its source: ${differences.join('; ')}. ` +
      'One of them was modified during the copy: run the same command again when no other process writes to them.',
    { retryable: true },
  );
}
