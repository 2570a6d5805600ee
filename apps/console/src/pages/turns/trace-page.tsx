import type { TraceDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Tabs } from '../../components/tabs';
import type { PageProps } from '../../shell/lazy-page';
import { Link, navigate } from '../../shell/router';
import { CostTable } from './cost-table';
import { readTrace, readTurn } from './data';
import { EvidenceList } from './evidence-list';
import { NeedsList } from './needs-list';
import { RunAgain } from './run-again';
import { TraceView } from './trace-view';
import { TurnFacts } from './turn-facts';
import './turns.css';
import { t } from '../../language/messages';

/** Polling interval for a running turn, in milliseconds. */
const LIVE_MS = 1_000;

/** All details of one turn: its path through the services, prompts and replies, what it searched for, and its cost. */
export function TracePage({ params, query }: PageProps): JSX.Element {
  const id = params['id'] ?? '';
  const turn = useLoad((signal) => readTurn(id, signal), [id]);
  const trace = useLoad((signal) => readTrace(id, signal), [id]);
  const reload = (): void => {
    turn.reload();
    trace.reload();
  };
  usePoll(reload, LIVE_MS, turn.data?.status === 'running');
  const problem = turn.problem ?? trace.problem;
  const at = `/turns/${encodeURIComponent(id)}`;
  return (
    <Page
      title={t('Trace of a turn')}
      about={turn.data?.question.original}
      actions={
        <>
          <Link class="button" to="/turns">
            {t('All turns')}
          </Link>
          <Link class="button" to={at}>
            {t('Show answer')}
          </Link>
        </>
      }
    >
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!turn.data && !problem && <Spinner />}
      {turn.data && (
        <div class="stack">
          <TurnFacts turn={turn.data} trace={trace.data} />
          <RunAgain turn={turn.data} />
          <Views turn={turn.data} trace={trace.data} view={query.get('view') ?? 'trace'} at={`${at}/trace`} />
        </div>
      )}
    </Page>
  );
}

function Views(props: {
  readonly turn: TurnDto;
  readonly trace: TraceDto | null;
  readonly view: string;
  readonly at: string;
}): JSX.Element {
  const { turn, trace, view, at } = props;
  const tabs = [
    {
      id: 'trace',
      title: t('Trace'),
      panel: () => (trace ? <TraceView turn={turn} trace={trace} /> : <Spinner />),
    },
    {
      id: 'needs',
      title: t('Requests ({count})', { count: turn.needs.length }),
      panel: () => <NeedsList turn={turn} />,
    },
    {
      id: 'evidence',
      title: t('Evidence ({count})', { count: turn.evidence.length }),
      panel: () => <EvidenceList evidence={turn.evidence} citations={turn.citations} />,
    },
    { id: 'cost', title: t('Cost'), panel: () => <CostTable turn={turn} /> },
  ];
  return (
    <Tabs
      label={t('Views of the turn')}
      tabs={tabs}
      chosen={view}
      onChoose={(id) => navigate(id === 'trace' ? at : `${at}?view=${id}`, { replace: true })}
    />
  );
}
