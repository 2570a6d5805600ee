import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_INDEX, TURN_ARCHIVE } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import { Fault, type PassageState } from '@quarry/turn';
import type { ArchiveReader } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { SnapshotFiles } from '../passages/snapshot-files';
import { RepositoryService } from '../repositories/repository.service';
import { TurnRights } from '../turns/turn-rights';
import { TurnService } from '../turns/turn.service';
import { stalenessOf, type TurnStaleness } from './staleness';

/** Tells callers whether the lines that an answer cites are still as they were. */
@Injectable()
export class StalenessService {
  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(TurnRights) private readonly rights: TurnRights,
  ) {}

  /**
   * The cited lines of a turn in the snapshots that the caller's questions use now. What history alone remembers has no
   * lines to compare.
   * @throws Fault `turn_unknown`, `index_busy`, `store_unavailable`
   */
  async of(caller: Caller, turnId: string): Promise<TurnStaleness> {
    const found = await this.turns.view(caller, turnId);
    if (!('turn' in found)) return { state: null, citations: [] };
    const known = new Map<string, Promise<SnapshotFiles | null>>();
    return stalenessOf(found.turn, (repository) => {
      const files = known.get(repository) ?? this.current(caller, repository);
      known.set(repository, files);
      return files;
    });
  }

  /**
   * The marks of these turns, at most 1,000, by their ids; turns that are not kept, or that the caller may not read,
   * are left out. None for a caller whom labels limit: they were decided with whole snapshots.
   * @throws Fault `store_unavailable`
   */
  async marksOf(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, PassageState | null>> {
    if (ids.length === 0 || this.rights.isLimited(caller)) return new Map();
    const heads = await this.archive.list(caller.tenant, { ids }, { limit: 1_000 });
    const readable = await this.rights.readable(caller, heads);
    return new Map(readable.map(({ id, staleness }) => [id, staleness]));
  }

  /** Null if the repository is gone, or the caller may read none of it. */
  private async current(caller: Caller, repository: string): Promise<SnapshotFiles | null> {
    try {
      const ref = await this.repositories.resolveOne(caller, repository);
      // A tenant's own repository hides a shared one of the same name.
      return ref.repository === repository ? new SnapshotFiles(this.index, ref) : null;
    } catch (error) {
      if (error instanceof Fault && error.code === 'repository_unknown') return null;
      throw error;
    }
  }
}
