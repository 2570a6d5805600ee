import type { ListedTurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { count, money } from '../../format/number';
import type { PageProps } from '../../shell/lazy-page';
import { Link, navigate } from '../../shell/router';
import { listTurns } from './data';
import { OutcomeBadge } from './outcome-badge';
import { StaleBadge } from './stale-badge';
import { addressOf, apiQuery, filterFrom } from './turn-filter';
import { TurnFilters } from './turn-filters';
import './turns.css';
import { ago, dateTime, milliseconds } from '../../format/duration';
import { t } from '../../language/messages';

/** Polling intervals with and without running turns, in milliseconds. */
const LIVE_MS = 1_500;
const QUIET_MS = 10_000;

/** All turns that match the filters in the address. Running ones are live. */
export function TurnsPage({ query }: PageProps): JSX.Element {
  const filter = filterFrom(query);
  const cursor = query.get('cursor');
  const address = addressOf(filter);
  const { data, problem, reload } = useLoad(
    (signal) => listTurns(apiQuery(filter, cursor, Date.now()), signal),
    [address, cursor],
  );
  const turns = data?.turns ?? [];
  // Two can be compared, also if no single filter shows both.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  usePoll(reload, turns.some(({ status }) => status === 'running') ? LIVE_MS : QUIET_MS, cursor === null);
  const next = data?.next ?? null;
  const page = (at: string): string =>
    `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(at)}`;
  return (
    <Page
      title={t('Turns')}
      about={t('All questions with their outcome and their path.')}
      actions={
        <Link class="button" to="/turns/revisions">
          {t('Compare revisions')}
        </Link>
      }
    >
      <div class="stack">
        <TurnFilters
          filter={filter}
          onFilter={(changed) => navigate(addressOf(changed), { replace: true })}
        />
        {problem && <ErrorNote problem={problem} onRetry={reload} />}
        {!data && !problem && <Spinner />}
        {data && turns.length === 0 && <Nothing narrowed={address !== '/turns' || cursor !== null} />}
        {chosen.length > 0 && <Comparison chosen={chosen} onClear={() => setChosen([])} />}
        {turns.length > 0 && <List turns={turns} chosen={chosen} onChosen={setChosen} />}
        <nav class="row" aria-label={t('Pages of the list')}>
          {cursor !== null && (
            <Link class="button" to={address}>
              {t('Newest')}
            </Link>
          )}
          {next !== null && (
            <Link class="button" to={page(next)}>
              {t('Older')}
            </Link>
          )}
        </nav>
      </div>
    </Page>
  );
}

function Nothing({ narrowed }: { readonly narrowed: boolean }): JSX.Element {
  if (narrowed)
    return (
      <EmptyState title={t('No turn matches')}>
        <p>{t('Remove a filter, or choose a longer period.')}</p>
        <Link to="/turns">{t('Show all turns')}</Link>
      </EmptyState>
    );
  return (
    <EmptyState title={t('No questions yet')}>
      <p>{t('Each question, here or over the API, becomes a turn.')}</p>
      <Link to="/ask">{t('Ask a question')}</Link>
    </EmptyState>
  );
}

function Comparison(props: {
  readonly chosen: readonly string[];
  readonly onClear: () => void;
}): JSX.Element {
  const [left, right] = props.chosen;
  return (
    <div class="row" role="status">
      {left !== undefined && right !== undefined ? (
        <Link
          class="button primary"
          to={`/turns/compare?left=${encodeURIComponent(left)}&right=${encodeURIComponent(right)}`}
        >
          {t('Compare turns')}
        </Link>
      ) : (
        <span class="muted small">{t('One turn is selected. Select another to compare.')}</span>
      )}
      <Button look="quiet" onClick={props.onClear}>
        {t('Clear selection')}
      </Button>
    </div>
  );
}

function List(props: {
  readonly turns: readonly ListedTurnDto[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}): JSX.Element {
  const { turns, chosen, onChosen } = props;
  const choose = (id: string, on: boolean): void => {
    const others = chosen.filter((one) => one !== id);
    // A third one replaces the first.
    onChosen(on ? [...others, id].slice(-2) : others);
  };
  return <Table caption={t('Turns')} columns={columns(chosen, choose)} rows={turns} keyOf={({ id }) => id} />;
}

function columns(
  chosen: readonly string[],
  choose: (id: string, on: boolean) => void,
): readonly Column<ListedTurnDto>[] {
  return [
    {
      title: t('Compare'),
      card: 'plain',
      cell: ({ id, question }) => (
        <input
          type="checkbox"
          aria-label={t('Compare: {question}', { question: question.original.slice(0, 80) })}
          checked={chosen.includes(id)}
          onChange={(event) => choose(id, event.currentTarget.checked)}
        />
      ),
    },
    {
      title: t('Question'),
      card: 'lead',
      cell: ({ id, question }) => (
        <Link class="turn-question" to={`/turns/${encodeURIComponent(id)}`}>
          {question.original}
        </Link>
      ),
    },
    {
      title: t('Outcome'),
      card: 'plain',
      cell: ({ outcome, headline, staleness }) => (
        <>
          <OutcomeBadge outcome={outcome} headline={headline} /> <StaleBadge staleness={staleness} />
        </>
      ),
    },
    { title: t('Pipeline'), cell: ({ pipeline }) => pipeline.split('@')[0] },
    {
      title: t('Asked'),
      cell: ({ askedAt }) => (
        <time class="nobreak" datetime={askedAt} title={dateTime(askedAt)}>
          {ago(new Date(askedAt))}
        </time>
      ),
    },
    {
      title: t('Took'),
      number: true,
      cell: ({ endedAt, durationMs }) =>
        endedAt === null || durationMs === null ? (
          '–'
        ) : (
          <time class="nobreak" datetime={endedAt} title={t('Ended: {time}', { time: dateTime(endedAt) })}>
            {milliseconds(durationMs)}
          </time>
        ),
    },
    { title: t('Passes'), number: true, cell: ({ passes }) => passes },
    {
      title: t('Tokens'),
      number: true,
      cell: ({ inputTokens, outputTokens }) => count(inputTokens + outputTokens),
    },
    { title: t('Cost'), number: true, cell: ({ cost }) => money(cost) },
    {
      title: t('Trace'),
      card: 'plain',
      cell: ({ id, question }) => (
        <Link
          to={`/turns/${encodeURIComponent(id)}/trace`}
          aria-label={t('Trace of: {question}', { question: question.original.slice(0, 80) })}
        >
          {t('Trace')}
        </Link>
      ),
    },
  ];
}
