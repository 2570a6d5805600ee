import { LOCAL_TENANT } from '@quarry/application/access';
import {
  SnapshotFiles,
  StaleNotifier,
  stalenessOf,
  updateStaleMarks,
  type TurnStaleness,
} from '@quarry/application/revisions';
import { TurnFinder, TurnList, TurnRights, type ListedTurn } from '@quarry/application/turns';
import { openPlatform, readConfig, readWorkspace, type Platform } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { Fault, type SentPrompt, type Turn, type TurnEvent } from '@quarry/turn';
import type { ArchivedTurn, TurnFilter } from '@quarry/turn-archive';
import type { Root } from './places';
import { rootOfTurn } from './root-of-turn';

/** A finished turn as the history keeps it. */
export type StoredRow = NonNullable<Awaited<ReturnType<Platform['historyStore']['row']>>>;

/** A turn with its log and its prompts. If it is no longer in the archive, its row in the history. */
export type KeptTurn =
  (ArchivedTurn & { readonly prompts: readonly SentPrompt[] }) | { readonly row: StoredRow };

/** The turns of a data folder, asked by the command line or through `quarry serve`. */
export class KeptTurns {
  private readonly finder: TurnFinder;
  private readonly turns: TurnList;
  private readonly current = new Map<string, Promise<SnapshotFiles | null>>();

  constructor(private readonly platform: Platform) {
    const { carrier, turnArchive, historyStore } = platform;
    const rights = TurnRights.over(platform);
    this.finder = new TurnFinder(carrier, turnArchive, historyStore, rights);
    this.turns = new TurnList(carrier, turnArchive, rights);
  }

  /** Newest first. With a filter by staleness, the marks are brought up to date before. */
  async list(filter: TurnFilter, limit: number): Promise<readonly ListedTurn[]> {
    if (filter.staleness !== undefined) await this.updateMarks();
    return (await this.turns.page(LOCAL_TENANT, filter, { limit })).turns;
  }

  /** The turn with this id, or the newest for `last`; null if it does not exist. Follows a running turn to its end. */
  async find(id: string): Promise<KeptTurn | null> {
    const wanted = id === 'last' ? (await this.list({}, 1))[0]?.id : id;
    if (wanted === undefined) return null;
    try {
      const found = await this.finder.any(LOCAL_TENANT, wanted);
      if (!('turn' in found)) return { row: found };
      const events = found.events ?? (await this.followed(wanted));
      const { turn } = found.status === 'running' ? await this.finder.whole(LOCAL_TENANT, wanted) : found;
      return { turn, events, prompts: await this.platform.turnArchive.prompts(LOCAL_TENANT, wanted) };
    } catch (error) {
      if (error instanceof Fault && error.code === 'turn_unknown') return null;
      throw error;
    }
  }

  /** Whether the lines that a turn cites are still in the current snapshots. */
  staleness(turn: Turn): Promise<TurnStaleness> {
    return stalenessOf(turn, (repository) => this.currentFiles(repository));
  }

  /** The files of the snapshot that questions about a repository use; null if it is gone. */
  private currentFiles(repository: string): Promise<SnapshotFiles | null> {
    const found = this.current.get(repository) ?? this.openCurrent(repository);
    this.current.set(repository, found);
    return found;
  }

  private async openCurrent(repository: string): Promise<SnapshotFiles | null> {
    const { recordStore, searchIndex } = this.platform;
    const recorded = await new RepositoryRegistry(recordStore).findStored(repository);
    const snapshot = recorded?.snapshots[0]?.snapshot;
    return snapshot === undefined ? null : new SnapshotFiles(searchIndex, { repository, snapshot });
  }

  private async updateMarks(): Promise<void> {
    const { turnArchive: archive, searchIndex: index, recordStore } = this.platform;
    const notifier = StaleNotifier.over(this.platform);
    await updateStaleMarks({
      ...{ archive, index, registry: new RepositoryRegistry(recordStore) },
      onStale: (answer) => notifier.notify(answer),
    });
  }

  private async followed(id: string): Promise<readonly TurnEvent[]> {
    const events: TurnEvent[] = [];
    for await (const event of this.platform.carrier.events(id)) events.push(event);
    return events;
  }
}

/** Opens the turns of a data folder for `use`, and closes them. Without a data folder, calls `none` instead. */
export async function withTurns<T>(
  dataDir: string,
  use: (turns: KeptTurns, rootOf: (turn: Turn | null) => Promise<Root>) => Promise<T>,
  none: () => T,
): Promise<T> {
  const workspace = await readWorkspace(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  if (!workspace && config.repository === undefined) return none();
  const platform = await openPlatform(config);
  try {
    return await use(new KeptTurns(platform), (turn) =>
      turn ? rootOfTurn(platform, turn) : Promise.resolve(workspace?.root ?? null),
    );
  } finally {
    await platform.close();
  }
}

/** The fault for a turn that does not exist. */
export function noSuchTurn(id: string, dataDir: string): Fault {
  return new Fault(
    'turn_unknown',
    `There is no ${id === 'last' ? 'turn' : `turn '${id.slice(0, 64)}'`} in ${dataDir}. 'quarry turns list' lists its turns; --data names another folder.`,
  );
}
