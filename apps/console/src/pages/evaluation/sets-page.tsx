import type { GoldenSetSummaryDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { ago } from '../../format/duration';
import { Link } from '../../shell/router';
import { listSets } from './data';
import { scheduleInWords } from './schedule';
import { t } from '../../language/messages';

const COLUMNS: readonly Column<GoldenSetSummaryDto>[] = [
  {
    title: t('Golden set'),
    card: 'lead',
    cell: ({ name }) => (
      <Link to={`/evaluation/${encodeURIComponent(name)}`}>
        <strong>{name}</strong>
      </Link>
    ),
  },
  { title: t('About'), cell: ({ description }) => (description === '' ? '–' : description) },
  { title: t('Questions'), number: true, cell: ({ size }) => size },
  { title: t('Schedule'), cell: ({ schedule }) => scheduleInWords(schedule) },
  { title: t('Changed'), cell: ({ changedAt }) => ago(new Date(changedAt)) },
];

/** The golden sets of the tenant. */
export function SetsPage(): JSX.Element {
  const { data, problem, reload } = useLoad(listSets, []);
  return (
    <Page
      title={t('Evaluation')}
      about={t('Golden sets are questions with known answers. They measure pipelines, models and settings.')}
    >
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data?.length === 0 && (
        <EmptyState title={t('No golden sets yet')}>
          <p>
            {t(
              'Ask something, say below the answer whether it helped, then choose “Make it a golden question”.',
            )}
          </p>
          <p>
            <Link to="/ask" class="button">
              {t('Ask a question')}
            </Link>
          </p>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table caption={t('Golden sets')} columns={COLUMNS} rows={data} keyOf={({ name }) => name} />
      )}
    </Page>
  );
}
