export { FolderService, type FolderList } from './folder.service';
export { IndexJobService } from './index-job.service';
export { presentJob } from './present-job';
export { presentRepository, presentSnapshot, presentSnapshotDetail } from './present-repository';
export { RepositoryService, splitNames, type Wanted } from './repository.service';
export { repositoryUnknown } from './repository-unknown';
export { SampleQuestionService } from './sample-questions.service';
export { SnapshotService } from './snapshot.service';
export { UploadService } from './upload.service';
