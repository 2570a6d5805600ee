import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { useLoad } from '../../../api/use-load';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { Link } from '../../../shell/router';
import { beginJob, cancelJob, readJob } from '../../index/data';
import { figuresOf } from '../../index/index-figures';
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
      <>
        <h1 tabIndex={-1}>{t('Ready')}</h1>
        <section class="card stack" aria-label={t('Ready')}>
          <p role="status">
            {rich('{repository} is indexed. Ask something:', {
              repository: <strong>{job.repository}</strong>,
            })}
          </p>
          <WhatWasRead job={job} />
          <SampleQuestions repository={job.repository} />
          <div class="row">
            <Button onClick={onIndexed}>{t('Ask your own question')}</Button>
          </div>
        </section>
      </>
    );
  return (
    <>
      <h1 tabIndex={-1}>{t('Indexing {repository}', { repository: job.repository })}</h1>
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
    </>
  );
}

/** How much was read, and that it is found by its words until vectors are computed, which takes longer. */
function WhatWasRead({ job }: { readonly job: IndexJobDto }): JSX.Element {
  const indexed = useLoad((signal) => readJob(job.id, signal), [job.id]).data?.indexed ?? null;
  const [begun, setBegun] = useState(false);
  const compute = useAction();
  const { repository, snapshot } = job;
  return (
    <>
      {indexed && <p class="muted small">{figuresOf(indexed)}</p>}
      {indexed?.embedder === null && !begun && (
        <div class="row">
          <span class="muted small">
            {t(
              'It is searched by words only: with vectors, passages that say it in other words are found, too.',
            )}
          </span>
          <Button
            disabled={compute.busy}
            onClick={() =>
              compute.run(async () => {
                await beginJob({ repository, snapshot, vectors: true });
                setBegun(true);
              })
            }
          >
            {t('Compute vectors')}
          </Button>
        </div>
      )}
      {begun && (
        <p class="note" role="status">
          <Icon name="check" />
          <span>
            {t('Vectors are being computed; you can ask meanwhile.')}{' '}
            <Link to="/index">{t('Show the job')}</Link>
          </span>
        </p>
      )}
      {compute.problem && <ErrorNote problem={compute.problem} />}
    </>
  );
}
