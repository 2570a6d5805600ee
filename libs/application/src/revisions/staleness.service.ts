import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_INDEX } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import { Fault } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFiles } from '../passages/snapshot-files';
import { RepositoryService } from '../repositories/repository.service';
import { TurnService } from '../turns/turn.service';
import { stalenessOf, type TurnStaleness } from './staleness';

/** Tells callers whether the lines that an answer cites are still as they were. */
@Injectable()
export class StalenessService {
  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
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
