import type { Feature } from '../feature';
import { IndexJobsController } from './index-jobs.controller';
import { JobStreams } from './job-streams';
import { LabelsController } from './labels.controller';
import { GitHooksController } from './git-hooks.controller';
import { RefreshController } from './refresh.controller';
import { UploadsController } from './uploads.controller';
import { RepositoriesController } from './repositories.controller';

/** Repositories, snapshots and indexing jobs. */
export const repositoriesFeature: Feature = {
  providers: [JobStreams],
  controllers: [
    RepositoriesController,
    LabelsController,
    RefreshController,
    GitHooksController,
    IndexJobsController,
    UploadsController,
  ],
};
