import { Inject, Injectable } from '@nestjs/common';
import { SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { defined, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { RepositoryService } from '../repositories/repository.service';

/** What a search names, as clients know it. */
export interface WantedSnapshot {
  readonly repository?: string;
  readonly snapshot?: string;
}

/** The snapshot that a caller means, its rights checked, or the installation's own where it names none. */
@Injectable()
export class SnapshotFinder {
  constructor(
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SNAPSHOTS) private readonly snapshots: SnapshotResolver,
  ) {}

  /** @throws Fault `repository_unknown` alike for what is not there and what the caller may not read; `index_missing`, `store_unavailable` */
  async resolve(caller: Caller, { repository, snapshot }: WantedSnapshot): Promise<SnapshotRef> {
    const named = await this.repositories.resolve(caller, defined({ repository, snapshot }));
    return named ?? this.snapshots.resolve({ repository: '', active_index: 'current' });
  }
}
