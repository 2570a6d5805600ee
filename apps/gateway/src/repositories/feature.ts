import type { Feature } from '../feature';
import { IndexJobDesk } from './index-job-desk';
import { IndexJobsController } from './index-jobs.controller';
import { JobStreams } from './job-streams';
import { RepositoriesController } from './repositories.controller';
import { RepositoryDesk } from './repository-desk';
import { SnapshotDesk } from './snapshot-desk';

/** Repositories, snapshots and indexing jobs. */
export const repositoriesFeature: Feature = {
  providers: [RepositoryDesk, SnapshotDesk, IndexJobDesk, JobStreams],
  controllers: [RepositoriesController, IndexJobsController],
};
