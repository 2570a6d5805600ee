import type { CallerDto } from '@quarry/client';
import type { JSX } from 'preact';
import { call } from '../../api/call';
import { useLoad } from '../../api/use-load';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Tabs } from '../../components/tabs';
import type { PageProps } from '../../shell/lazy-page';
import { navigate } from '../../shell/router';
import { DeadLetters } from './dead-letters';
import { Keys } from './keys';
import { Model } from './model';
import './operations.css';
import { Queues } from './queues';
import { Statistics } from './statistics';
import { roleWord } from '../../format/names';
import { t } from '../../language/messages';

const TABS = [
  { id: 'queues', title: t('Queues'), panel: () => <Queues /> },
  { id: 'dead-letters', title: t('Dead letters'), panel: () => <DeadLetters /> },
  { id: 'statistics', title: t('Statistics'), panel: () => <Statistics /> },
  { id: 'model', title: t('Model'), panel: () => <Model /> },
  { id: 'keys', title: t('Keys @access'), panel: () => <Keys /> },
];

/** The operators' page: queues, failures, statistics of turns, the language model, and keys. */
export function OperationsPage({ query }: PageProps): JSX.Element {
  const {
    data: caller,
    problem,
    reload,
  } = useLoad((signal) => call<CallerDto>('GET', '/v1/caller', { signal }), []);
  return (
    <Page
      title={t('Operations')}
      about={t('Queues, failures, statistics, model and keys of the whole installation.')}
    >
      {problem && !caller && <ErrorNote problem={problem} onRetry={reload} />}
      {!problem && !caller && <Spinner />}
      {caller !== null && caller.role !== 'operator' && (
        <EmptyState title={t('This page is for operators')}>
          <p>
            {t('Your key has the role ‘{role}’. Sign in with an operator’s key to see it.', {
              role: roleWord(caller.role),
            })}
          </p>
        </EmptyState>
      )}
      {caller?.role === 'operator' && (
        <Tabs
          label={t('Views of operations')}
          tabs={TABS}
          chosen={query.get('view') ?? 'queues'}
          onChoose={(id) =>
            navigate(id === 'queues' ? '/operations' : `/operations?view=${id}`, { replace: true })
          }
        />
      )}
    </Page>
  );
}
