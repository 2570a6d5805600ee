import { Inject, Injectable } from '@nestjs/common';
import { SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { defined, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RepositoryService } from '../repositories/repository.service';

/** The public names of repositories, or patterns of them, and of a snapshot in a search request. */
export interface WantedSnapshot {
  readonly repository?: string | readonly string[];
  readonly snapshot?: string;
}

/** Resolves the snapshots of a request, after checking the caller's access; by default all that it may read. */
@Injectable()
export class SnapshotFinder {
  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  /**
   * @throws Fault `repository_unknown` both for what does not exist and for what the caller may not read;
   * `index_missing`, `store_unavailable`
   */
  async resolve(caller: Caller, { repository, snapshot }: WantedSnapshot): Promise<SnapshotRef> {
    const named = await this.repositories.resolve(caller, defined({ repository, snapshot }));
    return named ?? this.snapshots.resolve({ repository: '', active_index: 'current' });
  }
}
