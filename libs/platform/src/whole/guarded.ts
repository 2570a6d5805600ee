import type { GraphReader } from '@quarry/graph-store';
import type { RecordStore } from '@quarry/record-store';
import { RepositoryRegistry } from '@quarry/repositories';
import type { SearchPart, SearchReader } from '@quarry/search-index';
import { describeStore, lossOf, type Clock, type Imprinted, type SnapshotRef } from '@quarry/turn';
import { lost, recordedIn, type IndexedStore } from './losses';

/** Milliseconds for which one look at a snapshot holds. */
const HOLDS_MS = 1_000;
/** Snapshots that are remembered; callers may ask about any name. */
const MOST_KNOWN = 500;

const READS: Readonly<Record<IndexedStore, ReadonlySet<string>>> = {
  search: new Set<keyof SearchReader>(['describe', 'search', 'searchAcross', 'sections']),
  graph: new Set<keyof GraphReader>(['nodes', 'lookup', 'edgesAt', 'list', 'walk']),
};

/**
 * Wraps a store so that reads throw Fault `index_damaged` for a snapshot without its recorded content. Compares a
 * snapshot at its first read and after every run, and checks once a second that it still exists. Unavailable records do
 * not prevent reads.
 */
export function guarded<Store extends Imprinted & object>(
  store: Store,
  name: IndexedStore,
  records: RecordStore,
  clock: Clock,
): Store {
  const looks = new Looks(store, name, new RepositoryRegistry(records), clock);
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      const call = (args: unknown[]): unknown => Reflect.apply(member, target, args);
      if (typeof property !== 'string' || !READS[name].has(property))
        return (...args: unknown[]) => call(args);
      return async (...args: [SnapshotRef | readonly SearchPart[], ...unknown[]]): Promise<unknown> => {
        const [about] = args;
        const refs = 'repository' in about ? [about] : about.map(({ ref }) => ref);
        await Promise.all(refs.map((ref) => looks.at(ref)));
        return call(args);
      };
    },
  });
}

/** Looks at the snapshots of one store. */
class Looks {
  private readonly last = new Map<string, { readonly until: number; readonly look: Promise<void> }>();
  /** Imprint and recorded run with which a snapshot was found whole. */
  private readonly whole = new Map<string, string>();

  constructor(
    private readonly store: Imprinted,
    private readonly name: IndexedStore,
    private readonly registry: RepositoryRegistry,
    private readonly clock: Clock,
  ) {}

  /** @throws Fault `index_damaged`, and those of the store */
  async at(ref: SnapshotRef): Promise<void> {
    const key = JSON.stringify([ref.repository, ref.snapshot]);
    const now = this.clock.now();
    const known = this.last.get(key);
    if (known && known.until > now) return known.look;
    const look = this.look(ref, key);
    remember(this.last, key, { until: now + HOLDS_MS, look });
    try {
      await look;
    } catch (error) {
      // A repaired snapshot is readable at once.
      if (this.last.get(key)?.look === look) this.last.delete(key);
      throw error;
    }
  }

  private async look(ref: SnapshotRef, key: string): Promise<void> {
    const recorded = await this.registry.summary(ref).catch(() => null);
    if (!recorded) return;
    const found = JSON.stringify([await this.store.imprint(ref), recorded.run]);
    if (this.whole.get(key) === found) return;
    const loss = lossOf(ref, recordedIn(this.name, recorded), await describeStore(this.store, ref));
    if (loss !== null) throw lost(this.name, ref, loss, recorded);
    remember(this.whole, key, found);
  }
}

/** Of many, the oldest is forgotten. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > MOST_KNOWN) map.delete(oldest);
}
