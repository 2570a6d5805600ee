export { claim, isFree } from './jobs/claim';
export { HeldJob } from './jobs/held-job';
export {
  isOver,
  JOB_PHASES,
  JOB_STATUSES,
  type GitOrder,
  type SiteOrder,
  type UploadOrder,
  type IndexJob,
  type IndexOrder,
  type JobPhase,
  type JobProgress,
  type JobStatus,
} from './jobs/index-job';
export { IndexJobs } from './jobs/job-store';
export { sourceAgain } from './jobs/source-again';
export { targetOf } from './jobs/target';
export {
  BY_HAND,
  type Failure,
  type RepositoryRecord,
  type SecretPlace,
  type SnapshotDetail,
  type SnapshotOrigin,
  type SnapshotRemote,
  type SnapshotSite,
  type SnapshotSummary,
} from './records';
export * from './labels';
export { MAX_UPLOAD_BYTES, Uploads, uploadsOf, type Upload } from './uploads/uploads';
export { newHookId, RefreshStore, type GitHook, type Refresh } from './refresh/refresh-store';
export { RepositoryRegistry } from './registry';
export { isAlive, isReading, type IndexRun } from './runs/index-run';
export { IndexRuns } from './runs/index-runs';
export { siteFolderOf } from './sites/site-folder';
