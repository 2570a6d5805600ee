import type { DeadLetterDto, DeadLetterListDto, RetriedListDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { ago } from '../../format/duration';
import { DeadLetterDialog } from './dead-letter-dialog';
import { DeadLetterFilters, NO_FILTER, queryOf, type LetterFilter } from './dead-letter-filters';
import { RetryAll } from './retry-all';
import { Retried, type RetriedTurn } from './retried';
import { t } from '../../language/messages';

/** Failed turns of all tenants, to inspect and to retry. */
export function DeadLetters(): JSX.Element {
  const [filter, setFilter] = useState<LetterFilter>(NO_FILTER);
  const [after, setAfter] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [retried, setRetried] = useState<readonly RetriedTurn[]>([]);
  const query = queryOf(filter, after);
  const { data, problem, reload } = useLoad(
    (signal) => call<DeadLetterListDto>('GET', `/v1/operations/dead-letters?${query}`, { signal }),
    [query],
  );
  const done = (turns: readonly RetriedTurn[]): void => {
    setRetried((before) => [...turns, ...before]);
    setShown(null);
    reload();
  };
  const one = useAction();
  const retryOne = (id: string): void =>
    one.run(async () => {
      done([await call<RetriedTurn>('POST', `/v1/operations/dead-letters/${encodeURIComponent(id)}/retry`)]);
    });
  const letters = data?.deadLetters ?? [];
  return (
    <div class="stack">
      <DeadLetterFilters
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          setAfter(null);
        }}
      />
      {retried.length > 0 && <Retried turns={retried} />}
      {one.problem && <ErrorNote problem={one.problem} />}
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && letters.length === 0 && (
        <EmptyState title={query === '' ? t('No turn failed') : t('No failed turn matches')}>
          <p>{t('Turns that end ‘failed’ are listed here for a day, or until they are retried.')}</p>
        </EmptyState>
      )}
      {letters.length > 0 && (
        <>
          <div class="row spread">
            <p class="muted small">
              {t('A retry asks the same question again, for the same tenant and session.')}
            </p>
            <RetryAll
              filter={filter}
              onRetried={(result: RetriedListDto) => {
                done(result.retried);
              }}
            />
          </div>
          <Table
            caption={t('Failed turns')}
            columns={columns({ busy: one.busy, onShow: setShown, onRetry: retryOne })}
            rows={letters}
            keyOf={({ id }) => id}
          />
        </>
      )}
      <div class="row">
        {after !== null && <Button onClick={() => setAfter(null)}>{t('First page')}</Button>}
        {data !== null && data.next !== null && (
          <Button icon="chevron-right" onClick={() => setAfter(data.next)}>
            {t('Next page')}
          </Button>
        )}
      </div>
      {shown !== null && (
        <DeadLetterDialog
          id={shown}
          busy={one.busy}
          onRetry={() => retryOne(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

function columns(does: {
  readonly busy: boolean;
  readonly onShow: (id: string) => void;
  readonly onRetry: (id: string) => void;
}): readonly Column<DeadLetterDto>[] {
  return [
    { title: t('Ended'), cell: ({ endedAt }) => <time datetime={endedAt}>{ago(new Date(endedAt))}</time> },
    { title: t('Tenant'), cell: ({ tenant }) => tenant },
    { title: t('Pipeline'), cell: ({ pipeline }) => pipeline.split('@')[0] },
    {
      title: t('Why'),
      card: 'lead',
      cell: ({ code, reason, lastError }) => (
        <div class="letter-reason">
          <Badge tone="bad">{code ?? t('failed')}</Badge>
          <p>{reason}</p>
          {lastError !== null && <p class="muted small">{lastError}</p>}
        </div>
      ),
    },
    { title: t('Where'), cell: ({ service, step }) => <span class="mono">{`${service} · ${step}`}</span> },
    { title: t('Attempts'), number: true, cell: ({ attempts }) => attempts },
    {
      title: t('Do'),
      card: 'plain',
      cell: ({ id }) => (
        <div class="row nowrap">
          <Button label={t('Inspect turn {id}', { id })} onClick={() => does.onShow(id)}>
            {t('Inspect')}
          </Button>
          <Button
            icon="reload"
            label={t('Retry turn {id}', { id })}
            disabled={does.busy}
            onClick={() => does.onRetry(id)}
          >
            {t('Retry')}
          </Button>
        </div>
      ),
    },
  ];
}
