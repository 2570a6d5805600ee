import type { Feature } from '../feature';
import { IndexJobsController } from './index-jobs.controller';
import { JobStreams } from './job-streams';
import { LabelsController } from './labels.controller';
import { UploadsController } from './uploads.controller';
import { RepositoriesController } from './repositories.controller';

/** Repositories, snapshots and indexing jobs. */
export const repositoriesFeature: Feature = {
  providers: [JobStreams],
  controllers: [RepositoriesController, LabelsController, IndexJobsController, UploadsController],
};
