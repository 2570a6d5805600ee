/** What a client may hear of an indexing job; the table of docs/indexing.md says the same at more length. */
export const JOB_EVENTS = [
  'Each message has an `id`, an `event`, and as `data` a JSON object with `type`, `at` and:',
  '',
  '- `job.started`: `attempt`, from 1',
  '- `job.progress`: `phase`, `done`, `total`; only the newest of each phase is kept',
  '- `job.failed_file`: `kind` (`skipped`, `problem`), `path`, `reason`; the first 500',
  '- `job.interrupted`: `reason`; the job waits, and goes on from what is written',
  '- `job.finished`: `status` (`finished`, `failed`, `cancelled`), `reason` and `code` (null where it did not fail); the last one',
  '',
  'Who comes again with `Last-Event-ID` misses nothing but progress that newer progress has replaced.',
].join('\n');
