import { Fault, describeStore, lossOf, type Imprint, type Imprinted, type SnapshotRef } from '@quarry/turn';

/** A store that a run writes. */
export interface WrittenStore extends Imprinted {
  manifest(ref: SnapshotRef): Promise<ReadonlyMap<string, string>>;
  write(
    ref: SnapshotRef,
    change: { readonly remove?: readonly string[]; readonly imprint?: Imprint },
  ): Promise<void>;
}

/** The imprint of one run in the stores that it writes. */
export class RunImprint {
  private constructor(
    private readonly stores: readonly WrittenStore[],
    private readonly ref: SnapshotRef,
    /** Its number. */
    readonly run: number,
  ) {}

  /**
   * Numbers the run, and marks each store as being written by it.
   * @param recorded number of the last run, according to the records
   */
  static async begin(
    stores: readonly WrittenStore[],
    ref: SnapshotRef,
    recorded: number | null = null,
  ): Promise<RunImprint> {
    let run = Math.max(Date.now(), (recorded ?? 0) + 1);
    for (const store of stores) run = Math.max(run, ((await store.imprint(ref))?.run ?? 0) + 1);
    const begun = new RunImprint(stores, ref, run);
    for (const store of stores) await store.write(ref, { imprint: { ...ref, run, counts: null } });
    return begun;
  }

  /** Records the counts of each store at the end of the run. */
  async end(): Promise<void> {
    const { ref, run } = this;
    for (const store of this.stores) {
      const { counts } = await describeStore(store, ref);
      await store.write(ref, { imprint: { ...ref, run, counts } });
    }
  }
}

/**
 * Empties a store whose content is not that of the last run, because a run writes only what it finds changed. After an
 * interruption it is a store with fewer files, and the next run completes it.
 * @param recorded number of the last run, according to the records
 * @returns the run that left the store's content; null if it is empty now
 * @throws Fault `index_damaged` if a part is lost, which a run would not notice
 */
export async function emptyWhereLost(
  store: WrittenStore,
  ref: SnapshotRef,
  recorded: number | null = null,
): Promise<number | null> {
  const content = await describeStore(store, ref);
  const loss = lossOf(ref, { run: recorded, any: true }, content);
  if (loss === null) return content.imprint?.run ?? null;
  if (loss.partial)
    throw new Fault(
      'index_damaged',
      `A store of "${ref.repository}" (snapshot "${ref.snapshot}") does not match its last run: it ${loss.what}. ` +
        'Rebuild it with `quarry index PATH --rebuild`.',
    );
  const paths = [...(await store.manifest(ref)).keys()];
  if (paths.length > 0) await store.write(ref, { remove: paths });
  return null;
}
