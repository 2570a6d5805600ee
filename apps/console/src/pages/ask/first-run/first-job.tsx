import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { cancelJob } from '../../index/data';
import { JobProgress } from '../../index/job-phases';
import { useJobView } from '../../index/use-job-view';
import { SampleQuestions } from './sample-questions';
import { rich, t } from '../../../language/messages';

/** The first indexing job as it happens, and then questions to ask. */
export function FirstJob(props: {
  readonly job: IndexJobDto;
  readonly onIndexed: () => void;
  readonly onAgain: () => void;
}): JSX.Element {
  const { job, onIndexed, onAgain } = props;
  const { view, problem } = useJobView(job.id, true, () => undefined);
  const stop = useAction();
  const { finished } = view;
  if (finished?.status === 'finished')
    return (
      <section class="card stack" aria-label={t('Ready')}>
        <p role="status">
          {rich('{repository} is indexed. Ask something:', { repository: <strong>{job.repository}</strong> })}
        </p>
        <SampleQuestions repository={job.repository} />
        <div class="row">
          <Button onClick={onIndexed}>{t('Ask your own question')}</Button>
        </div>
      </section>
    );
  return (
    <section class="card stack" aria-label={t('Indexing {repository}', { repository: job.repository })}>
      <p>{rich('Reading {path}', { path: <span class="mono">{job.path}</span> })}</p>
      {finished ? (
        <>
          <p class="note bad">{finished.reason ?? t('The job failed.')}</p>
          <div class="row">
            <Button onClick={onAgain}>{t('Choose another source')}</Button>
          </div>
        </>
      ) : (
        <>
          <JobProgress view={view} waits={!view.started} />
          <div class="row">
            <Button
              disabled={stop.busy}
              onClick={() =>
                stop.run(async () => {
                  await cancelJob(job.id);
                  onAgain();
                })
              }
            >
              {t('Cancel')}
            </Button>
          </div>
        </>
      )}
      {problem && <ErrorNote problem={problem} />}
      {stop.problem && <ErrorNote problem={stop.problem} />}
    </section>
  );
}
