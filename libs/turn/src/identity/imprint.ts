import type { SnapshotRef } from './ids';

const COUNTED = ['files', 'chunks', 'nodes', 'edges'] as const;

/** What a store counts of a snapshot, e.g. `{ files: 61, chunks: 480 }`. */
export type Counts = Readonly<Partial<Record<(typeof COUNTED)[number], number>>>;

/**
 * What a run leaves in each store of a snapshot, and by its number in the records: so that a store that was deleted, emptied, or replaced by
 * that of another snapshot or by an older one does not look whole.
 */
export interface Imprint extends SnapshotRef {
  /** The run that wrote last: milliseconds since the epoch at its start, and more than that of any run before it. */
  readonly run: number;
  /** What the store held when that run ended; null while it writes, and where it was interrupted. */
  readonly counts: Counts | null;
}

/** The content of a snapshot in a store. */
export interface StoreContent {
  readonly imprint: Imprint | null;
  /** Null if the store does not know the snapshot. */
  readonly counts: Counts | null;
}

/** What the records say of one store of a snapshot. */
export interface Recorded {
  /** Number of the last run; null where it was recorded before runs had numbers. */
  readonly run: number | null;
  /** Was anything written to this store? */
  readonly any: boolean;
}

/** What the stores of a snapshot have in common: they count, and keep what a run leaves. */
export interface Imprinted {
  describe(ref: SnapshotRef): Promise<Counts | null>;
  imprint(ref: SnapshotRef): Promise<Imprint | null>;
}

/** What a store lacks of what the records say. */
export interface Loss {
  /** As the end of a sentence that begins with the store. */
  readonly what: string;
  /** True where the rest of it is there, so that a run would take it for whole: it must be built from nothing. */
  readonly partial: boolean;
}

/** Reads what a store holds of a snapshot. @throws Fault as the store */
export async function describeStore(store: Imprinted, ref: SnapshotRef): Promise<StoreContent> {
  const imprint = await store.imprint(ref);
  const described = await store.describe(ref);
  if (!described) return { imprint, counts: null };
  const counts = COUNTED.flatMap((what) => (what in described ? [[what, described[what]]] : []));
  return { imprint, counts: Object.fromEntries(counts) as Counts };
}

/**
 * What a store lacks of what the records say; null where it lacks nothing.
 * @example
 * lossOf(ref, { run: 7, any: true }, { imprint: null, counts: null }) // { what: 'holds nothing of it', partial: false }
 */
export function lossOf(ref: SnapshotRef, recorded: Recorded, held: StoreContent): Loss | null {
  const whole = wholeLoss(ref, recorded, held);
  if (whole !== null) return { what: whole, partial: false };
  const part = recorded.run === null ? null : partLost(held.imprint?.counts ?? null, held.counts);
  return part === null ? null : { what: part, partial: true };
}

function wholeLoss(
  ref: SnapshotRef,
  { run, any }: Recorded,
  { imprint, counts }: StoreContent,
): string | null {
  if (imprint === null) {
    if (counts === null || isEmpty(counts)) return any ? 'holds nothing of it' : null;
    return run === null ? null : 'was not written by the run that the records know';
  }
  if (imprint.repository !== ref.repository || imprint.snapshot !== ref.snapshot)
    return 'holds another snapshot';
  if (run === null || imprint.run >= run) return null;
  return `is older (run of ${at(imprint.run)}) than what the records know (run of ${at(run)})`;
}

/** What is missing of what was counted when the run ended; null where nothing is, or the run has not ended. */
function partLost(counted: Counts | null, counts: Counts | null): string | null {
  const lacking = COUNTED.filter((what) => counted?.[what] !== undefined && counts?.[what] !== counted[what]);
  if (lacking.length === 0) return null;
  return `holds ${lacking.map((what) => `${counts?.[what] ?? 0} ${what} instead of ${counted?.[what] ?? 0}`).join(', ')}`;
}

function isEmpty(counts: Counts): boolean {
  return Object.values(counts).every((n) => n === 0);
}

function at(run: number): string {
  return new Date(run).toISOString();
}
