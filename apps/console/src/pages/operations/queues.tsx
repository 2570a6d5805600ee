import type { DashboardSessionDto, QueueDto, QueueListDto } from '@quarry/client';
import type { JSX } from 'preact';
import { call } from '../../api/call';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { milliseconds } from '../../format/duration';
import { percent } from '../../format/number';
import { t } from '../../language/messages';

const DASHBOARD_SESSION = '/v1/operations/dashboard-session';

/** Polling interval in milliseconds. */
const EVERY_MS = 2_000;

/** Waits longer than this are highlighted, in milliseconds. */
const LONG_WAIT_MS = 30_000;

const COLUMNS: readonly Column<QueueDto>[] = [
  { title: t('Service'), card: 'lead', cell: ({ service }) => <strong>{service}</strong> },
  { title: t('State'), card: 'plain', cell: (queue) => <State queue={queue} /> },
  { title: t('Waiting'), number: true, cell: ({ waiting }) => waiting },
  { title: t('Active'), number: true, cell: ({ active }) => active },
  { title: t('Delayed'), number: true, cell: ({ delayed }) => delayed },
  { title: t('Failed'), number: true, cell: ({ failed }) => failed },
  {
    title: t('Oldest waits'),
    number: true,
    cell: ({ waiting, oldestMs }) => (waiting === 0 ? '–' : milliseconds(oldestMs)),
  },
];

/** The live status of the queues. */
export function Queues(): JSX.Element {
  const { data, problem, reload } = useLoad(
    (signal) => call<QueueListDto>('GET', '/v1/operations/queues', { signal }),
    [],
  );
  usePoll(reload, EVERY_MS);
  if (!data) return problem ? <ErrorNote problem={problem} onRetry={reload} /> : <Spinner />;
  const { queues, carrier, memoryRatio } = data;
  return (
    <div class="stack">
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      <div class="row spread">
        <p class="muted small">
          {carrier !== 'bullmq'
            ? t('Turns are transported within this process.')
            : memoryRatio === null
              ? t('Turns are transported over Redis.')
              : t('Turns are transported over Redis, which uses {share} of its memory.', {
                  share: percent(memoryRatio),
                })}{' '}
          {t('Refreshed every {count} second. | Refreshed every {count} seconds.', {
            count: EVERY_MS / 1_000,
          })}
        </p>
        {carrier === 'bullmq' && <DashboardButton />}
      </div>
      <Table
        caption={t('Queues of the services')}
        columns={COLUMNS}
        rows={queues}
        keyOf={({ service }) => service}
      />
    </div>
  );
}

function State({ queue }: { readonly queue: QueueDto }): JSX.Element {
  const { waiting, active, failed, oldestMs } = queue;
  if (failed > 0)
    return (
      <Badge tone="bad" icon="alert">
        {t('failing')}
      </Badge>
    );
  if (waiting > 0 && oldestMs > LONG_WAIT_MS)
    return (
      <Badge tone="warn" icon="clock">
        {t('behind')}
      </Badge>
    );
  if (waiting + active > 0) return <Badge tone="info">{t('working')}</Badge>;
  return (
    <Badge tone="good" icon="check">
      {t('idle')}
    </Badge>
  );
}

/** Opens bull-board, which needs a cookie instead of a key: the cookie is requested first. */
function DashboardButton(): JSX.Element {
  const { busy, problem, run } = useAction();
  const open = (): void => {
    // Opened during the click, because browsers block windows that are opened later.
    const tab = window.open('about:blank', '_blank');
    run(async () => {
      try {
        const { path } = await call<DashboardSessionDto>('POST', DASHBOARD_SESSION, { cookies: true });
        if (tab) tab.location.href = path;
        else location.href = path;
      } catch (error) {
        tab?.close();
        throw error;
      }
    });
  };
  return (
    <div class="stack">
      <Button icon="external" disabled={busy} onClick={open}>
        {t('Queue dashboard')}
      </Button>
      {problem && <ErrorNote problem={problem} />}
    </div>
  );
}
