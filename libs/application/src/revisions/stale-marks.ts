import type { RepositoryRegistry } from '@quarry/repositories';
import type { SearchReader } from '@quarry/search-index';
import { citedPassages, worstState, type CitedPassage } from '@quarry/turn';
import type {
  ArchiveCitations,
  ArchiveReader,
  KeptCitation,
  KeptCitations,
  TurnName,
} from '@quarry/turn-archive';
import { locatePassage, type LocatedPassage } from '../passages/locate-passage';
import { CurrentFiles, hashIn, isDue, type CurrentSnapshot } from './current-files';
import { staleAnswer, type StaleAnswer } from './stale-answer';

/** Earlier turns that are indexed at a time, new turns that are read at a time, and concurrent comparisons. */
const EARLIER_AT_ONCE = 50;
const BATCH = 200;
const AT_ONCE = 8;
/** Passages whose place is remembered: many answers cite the same lines. */
const MOST_LOCATED = 5_000;

/** Where marks are kept, what they are compared with, and who is notified. */
export interface StaleMarkParts {
  readonly archive: ArchiveCitations & Pick<ArchiveReader, 'load'>;
  readonly index: SearchReader;
  readonly registry: Pick<RepositoryRegistry, 'findStored'>;
  /** Called before a mark is stored, and again if that fails: it must be idempotent. */
  readonly onStale: (answer: StaleAnswer) => Promise<void>;
}

/**
 * Brings the marks of kept answers up to date with the snapshots that questions use now. It compares the hashes of all
 * cited files, then looks only at answers that cite a changed one, and at new answers. Which runs there were since the
 * last update, and who ran them, does not matter.
 *
 * @param options.signal ends the update after the answers that are being compared; the next one continues
 * @param options.newOnly only compares answers that were never compared
 * @returns how many answers were looked at
 * @throws Fault of a store
 * @example
 * const { compared } = await updateStaleMarks({ archive, index, registry, onStale: async () => undefined });
 */
export async function updateStaleMarks(
  parts: StaleMarkParts,
  { signal, newOnly = false }: { readonly signal?: AbortSignal; readonly newOnly?: boolean } = {},
): Promise<{ readonly compared: number }> {
  const update = new Update(parts, signal);
  await update.addNew();
  if (!newOnly) await update.followChanges();
  return { compared: update.compared };
}

/** One update: whatever many answers need is read once. */
class Update {
  compared = 0;
  private readonly current: CurrentFiles;
  private readonly located = new Map<string, Promise<LocatedPassage>>();

  constructor(
    private readonly parts: StaleMarkParts,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.current = new CurrentFiles(parts.index, parts.registry);
  }

  async addNew(): Promise<void> {
    const { archive } = this.parts;
    let indexed = EARLIER_AT_ONCE;
    while (indexed > 0 && !this.isOver) indexed = await archive.indexEarlier(EARLIER_AT_ONCE);
    let before = -1;
    while (this.compared > before && !this.isOver) {
      before = this.compared;
      await this.compareAll(await archive.uncompared(BATCH));
    }
  }

  async followChanges(): Promise<void> {
    const { archive } = this.parts;
    for (const repository of await archive.citedRepositories()) {
      if (this.isOver) return;
      const snapshot = await this.current.of(repository);
      const due = (await archive.seen(repository)).filter((seen) => isDue(snapshot, seen));
      if (due.length > 0) await this.compareAll(await archive.citing(repository, due));
    }
  }

  private get isOver(): boolean {
    return this.signal?.aborted === true;
  }

  private async compareAll(turns: readonly TurnName[]): Promise<void> {
    for (let from = 0; from < turns.length && !this.isOver; from += AT_ONCE)
      await Promise.all(turns.slice(from, from + AT_ONCE).map((turn) => this.compare(turn)));
  }

  private async compare(name: TurnName): Promise<void> {
    const { archive, onStale } = this.parts;
    const kept = await archive.citations(name);
    const found = kept && (await archive.load(name.tenant, name.id));
    if (!found) return;
    const passages = new Map(citedPassages(found.turn).map((passage) => [passage.n, passage]));
    const citations: KeptCitation[] = [];
    const compared = new Set<CurrentSnapshot>();
    for (const each of kept.citations) {
      const snapshot = await this.current.of(each.repository);
      if (snapshot) compared.add(snapshot);
      const passage = passages.get(each.n);
      citations.push(isDue(snapshot, each.seen) ? await this.compareOne(each, passage, snapshot) : each);
    }
    const marked: KeptCitations = { citations, staleness: worstState(citations.map(({ state }) => state)) };
    const states = { before: kept.staleness, after: marked.staleness };
    const stale = staleAnswer(found.turn, states, [...compared]);
    if (stale) await onStale(stale);
    await archive.mark(name, marked);
    this.compared += 1;
  }

  private async compareOne(
    kept: KeptCitation,
    passage: CitedPassage | undefined,
    snapshot: CurrentSnapshot | null,
  ): Promise<KeptCitation> {
    const { path } = kept.seen;
    const hash = hashIn(snapshot, path);
    if (!snapshot || !passage)
      return { ...kept, seen: { path, hash, place: null, placeHash: null }, state: null };
    const { state, place } = await this.locate(snapshot, passage);
    const elsewhere = place && place.path !== passage.path ? place.path : null;
    const placeHash = elsewhere === null ? null : hashIn(snapshot, elsewhere);
    return { ...kept, seen: { path, hash, place: elsewhere, placeHash }, state };
  }

  private locate({ files }: CurrentSnapshot, passage: CitedPassage): Promise<LocatedPassage> {
    const key = JSON.stringify([files.ref.repository, { ...passage, n: 0 }]);
    const known = this.located.get(key) ?? locatePassage(files, passage);
    if (this.located.size < MOST_LOCATED) this.located.set(key, known);
    return known;
  }
}
