import type { RevisionComparisonDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import type { PageProps } from '../../shell/lazy-page';
import { Link } from '../../shell/router';
import { readRevisionComparison } from './data';
import { OutcomeBadge } from './outcome-badge';
import { RevisionChanges } from './revision-changes';
import { RevisionsForm } from './revisions-form';
import './turns.css';
import { t } from '../../language/messages';

/** Polling interval while the answers are written, in milliseconds. */
const LIVE_MS = 1_000;

/** One question about two revisions: both answers, and what changed between them. */
export function RevisionsPage({ query }: PageProps): JSX.Element {
  const id = query.get('id') ?? '';
  return (
    <Page
      title={t('Compare two revisions')}
      about={t(
        'One question, answered at an older and a newer snapshot, and what changed between the answers.',
      )}
      actions={
        <Link class="button" to="/turns">
          {t('All turns')}
        </Link>
      }
    >
      <div class="stack">
        <RevisionsForm />
        {id !== '' && <Compared id={id} />}
      </div>
    </Page>
  );
}

function Compared({ id }: { readonly id: string }): JSX.Element {
  const { data, problem, reload } = useLoad((signal) => readRevisionComparison(id, signal), [id]);
  usePoll(reload, LIVE_MS, data?.status === 'running');
  return (
    <>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && <Result of={data} />}
    </>
  );
}

function Result({ of }: { readonly of: RevisionComparisonDto }): JSX.Element {
  const { question, status, from, to, comparison, reason } = of;
  return (
    <section class="stack" aria-labelledby="revisions">
      <h2 id="revisions">{question}</h2>
      <ul class="plain-list">
        {[from, to].map(({ snapshot, turn }) => (
          <li key={turn.id} class="row">
            <Link to={`/turns/${encodeURIComponent(turn.id)}`}>
              {t('Whole answer at {snapshot}', { snapshot })}
            </Link>
            <OutcomeBadge outcome={turn.outcome} />
          </li>
        ))}
      </ul>
      {status === 'running' && <Spinner />}
      {reason !== null && <p class="muted">{t('There is nothing to compare: {reason}', { reason })}</p>}
      {comparison && <RevisionChanges of={comparison} from={from} to={to} />}
    </section>
  );
}
