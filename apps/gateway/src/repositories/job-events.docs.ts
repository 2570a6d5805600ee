/** Describes the events of an indexing job. docs/indexing.md has a longer table. */
export const JOB_EVENTS = [
  'Each message has an `id`, an `event`, and as `data` a JSON object with `type`, `at` and:',
  '',
  '- `job.started`: `attempt`, from 1',
  '- `job.progress`: `phase`, `done`, `total`; only the newest of each phase is kept',
  '- `job.failed_file`: `kind` (`skipped`, `problem`), `path`, `reason`; the first 500',
  '- `job.interrupted`: `reason`; the job waits and then continues from the files that it has indexed',
  '- `job.finished`: `status` (`finished`, `failed`, `cancelled`), `reason` and `code` (null if it did not fail); the last event',
  '',
  'A client that reconnects with `Last-Event-ID` misses only progress that newer progress has replaced.',
].join('\n');
