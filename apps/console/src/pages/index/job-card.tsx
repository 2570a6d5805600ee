import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../api/use-action';
import { Badge, type Tone } from '../../components/badge';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { ago, milliseconds } from '../../format/duration';
import { several } from '../../format/number';
import { cancelJob } from './data';
import { JobProgress } from './job-phases';
import { useJobView } from './use-job-view';

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
    <article class="card stack job" aria-label={`Job of ${job.repository}`}>
      <div class="row spread">
        <div class="row">
          <strong>{job.repository}</strong>
          <span class="muted">{job.snapshot}</span>
          <Badge tone={TONES[job.status] ?? 'plain'}>{job.cancelling ? 'stopping' : job.status}</Badge>
          {job.attempts > 1 && <span class="muted small">attempt {job.attempts}</span>}
        </div>
        {!isOver && (
          <Button
            icon="stop"
            label={`Cancel the job of ${job.repository}`}
            disabled={cancel.busy || job.cancelling}
            onClick={() =>
              cancel.run(async () => {
                await cancelJob(job.id);
                onChanged();
              })
            }
          >
            Cancel
          </Button>
        )}
      </div>
      <p class="muted small">
        <span class="mono">{job.path}</span> · asked {ago(new Date(job.createdAt))}
        {job.startedAt !== null &&
          job.endedAt !== null &&
          ` · took ${milliseconds(Date.parse(job.endedAt) - Date.parse(job.startedAt))}`}
      </p>
      {!isOver && <JobProgress view={view} waits={job.startedAt === null} />}
      {job.fault && (
        <div class="note bad">
          <p>
            {job.fault.message} <span class="note-code">{job.fault.code}</span>
          </p>
        </div>
      )}
      {job.indexed && (
        <p class="small">
          {several(job.indexed.files, 'file')}, {several(job.indexed.chunks, 'chunk')},{' '}
          {several(job.indexed.nodes, 'node')}
          {job.indexed.failures > 0 && `, ${notFullyRead(job.indexed.failures)}`}
          {(job.indexed.secrets ?? 0) > 0 && `, ${several(job.indexed.secrets ?? 0, 'secret')} masked`}.
        </p>
      )}
      {!isOver && view.failed.length > 0 && (
        <details class="fold small">
          <summary>
            <span class="fold-title">{notFullyRead(view.failed.length)} so far</span>
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

function notFullyRead(number: number): string {
  return `${several(number, 'file')} not fully read`;
}
