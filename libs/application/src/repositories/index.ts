export { IndexJobService } from './index-job.service';
export { presentJob } from './present-job';
export { presentRepository, presentSnapshot, presentSnapshotDetail } from './present-repository';
export { RepositoryService, repositoryUnknown, splitNames } from './repository.service';
export { SnapshotService } from './snapshot.service';
