import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { listJobs } from './data';
import { JobCard } from './job-card';
import { t } from '../../language/messages';

/** Polling interval for jobs that other users started, in milliseconds. */
const EVERY_MS = 10_000;

/** Indexing jobs, newest first. Running ones are followed live. */
export function Jobs(props: {
  /** Increases when a job is started here. */
  readonly round: number;
  /** A job that ran in an earlier state of the list is over, whatever told the list to load again. */
  readonly onEnded: () => void;
}): JSX.Element {
  const { round, onEnded } = props;
  const { data, problem, reload } = useLoad(listJobs, [round]);
  usePoll(reload, EVERY_MS);
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (data === null) return;
    const ended = data.some(({ id, endedAt }) => endedAt !== null && running.current.has(id));
    running.current = new Set(data.filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
    if (ended) onEnded();
  }, [data]);
  return (
    <section class="stack" aria-labelledby="jobs">
      <h2 id="jobs">{t('Indexing jobs')}</h2>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data?.length === 0 && (
        <EmptyState title={t('No jobs yet')}>
          <p>{t('A job reads a folder, a git repository, a website or an upload, and updates its index.')}</p>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul class="jobs">
          {data.map((job: IndexJobDto) => (
            <li key={job.id}>
              <JobCard job={job} onChanged={reload} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
