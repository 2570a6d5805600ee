import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../api/use-action';
import { Badge, type Tone } from '../../components/badge';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { ago, milliseconds } from '../../format/duration';
import { faultText } from '../../format/faults';
import { cancelJob } from './data';
import { figuresOf, notFullyRead } from './index-figures';
import { JobProgress } from './job-phases';
import { useJobView } from './use-job-view';
import { statusWord } from '../../format/status';
import { t } from '../../language/messages';

const TONES: Readonly<Record<string, Tone>> = { finished: 'good', failed: 'bad', running: 'info' };

/** One job: its status, the progress of each phase, what failed, and a button to cancel it. */
export function JobCard(props: {
  readonly job: IndexJobDto;
  /** The list of jobs may be out of date. */
  readonly onChanged: () => void;
}): JSX.Element {
  const { job, onChanged } = props;
  const isOver = job.endedAt !== null;
  const { view, problem } = useJobView(job.id, !isOver, onChanged);
  const cancel = useAction();
  return (
    <article class="card stack job" aria-label={t('Job of {repository}', { repository: job.repository })}>
      <div class="row spread">
        <div class="row">
          <strong>{job.repository}</strong>
          <span class="muted">{job.snapshot}</span>
          <Badge tone={TONES[job.status] ?? 'plain'}>
            {job.cancelling ? t('stopping') : statusWord(job.status)}
          </Badge>
          {job.attempts > 1 && (
            <span class="muted small">{t('attempt {number}', { number: job.attempts })}</span>
          )}
        </div>
        {!isOver && (
          <Button
            icon="stop"
            label={t('Cancel the job of {repository}', { repository: job.repository })}
            disabled={cancel.busy || job.cancelling}
            onClick={() =>
              cancel.run(async () => {
                await cancelJob(job.id);
                onChanged();
              })
            }
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
      <p class="muted small">
        <span class="mono">{job.path}</span> · {t('asked {when}', { when: ago(new Date(job.createdAt)) })}
        {job.startedAt !== null &&
          job.endedAt !== null &&
          ` · ${t('took {time}', { time: milliseconds(Date.parse(job.endedAt) - Date.parse(job.startedAt)) })}`}
      </p>
      {!isOver && <JobProgress view={view} waits={job.startedAt === null} />}
      {job.fault && (
        <div class="note bad">
          <p>
            {faultText(job.fault.code, job.fault.message)} <span class="note-code">{job.fault.code}</span>
          </p>
        </div>
      )}
      {job.indexed && (
        <p class="small">
          {figuresOf(job.indexed)}
          {(job.indexed.secrets ?? 0) > 0 &&
            `, ${t('{count} secret masked | {count} secrets masked', { count: job.indexed.secrets ?? 0 })}`}
          .
        </p>
      )}
      {!isOver && view.failed.length > 0 && (
        <details class="fold small">
          <summary>
            <span class="fold-title">{t('{files} so far', { files: notFullyRead(view.failed.length) })}</span>
          </summary>
          <ul class="plain-list">
            {view.failed.map(({ path, reason }) => (
              <li key={`${path} ${reason}`}>
                <span class="mono">{path}</span> <span class="muted">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {cancel.problem && <ErrorNote problem={cancel.problem} />}
      {problem && <ErrorNote problem={problem} />}
    </article>
  );
}
