import type { DeadLetterDetailDto, TrailDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { dateTime, milliseconds, timeOfDay } from '../../format/duration';
import { t } from '../../language/messages';

const TRAIL: readonly Column<TrailDto>[] = [
  { title: t('At'), cell: ({ at }) => <time datetime={at}>{timeOfDay(at)}</time> },
  {
    title: t('Hop'),
    number: true,
    cell: ({ hop, attempt }) => (attempt > 1 ? t('{hop} (attempt {number})', { hop, number: attempt }) : hop),
  },
  { title: t('What'), cell: ({ type }) => type },
  { title: t('Step'), cell: ({ service, step }) => [service, step].filter(Boolean).join(' · ') || '–' },
  { title: t('Outcome'), cell: ({ outcome }) => outcome ?? '–' },
  { title: t('Work'), number: true, cell: ({ ms }) => (ms === null ? '–' : milliseconds(ms)) },
];

/** One failed turn and its path. The question is hidden until it is requested. */
export function DeadLetterDialog(props: {
  readonly id: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { id, busy, onRetry, onClose } = props;
  const [withQuestion, setWithQuestion] = useState(false);
  const { data, problem, reload } = useLoad(
    (signal) =>
      call<DeadLetterDetailDto>(
        'GET',
        `/v1/operations/dead-letters/${encodeURIComponent(id)}${withQuestion ? '?question=true' : ''}`,
        { signal },
      ),
    [id, withQuestion],
  );
  return (
    <Dialog title={t('Failed turn')} wide onClose={onClose}>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && (
        <div class="stack">
          <div class="row">
            <Badge tone="bad">{data.code ?? t('failed')}</Badge>
            <span class="mono small">{data.id}</span>
          </div>
          <p>{data.reason}</p>
          {data.lastError !== null && <pre class="text-block">{data.lastError}</pre>}
          <Facts letter={data} />
          {data.question === null ? (
            <div>
              <Button onClick={() => setWithQuestion(true)}>{t('Show the question')}</Button>
            </div>
          ) : (
            <blockquote class="quoted">{data.question}</blockquote>
          )}
          <Table
            caption={t('Path of the turn')}
            columns={TRAIL}
            rows={data.trail}
            keyOf={({ at, hop, attempt, type, step }) => [at, hop, attempt, type, step].join(' ')}
          />
          <div class="row">
            <Button look="primary" icon="reload" disabled={busy || data.retriedAs !== null} onClick={onRetry}>
              {data.retriedAs === null ? t('Retry') : t('Retried as {id}', { id: data.retriedAs })}
            </Button>
            <Button onClick={onClose}>{t('Close')}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Facts({ letter }: { readonly letter: DeadLetterDetailDto }): JSX.Element {
  const facts: readonly (readonly [string, string])[] = [
    [t('Tenant'), letter.tenant],
    [t('Pipeline'), letter.pipeline],
    [t('Where'), `${letter.service} · ${letter.step}`],
    [t('Attempts of the last hop'), String(letter.attempts)],
    [t('Passes'), String(letter.passes)],
    [t('Model calls'), String(letter.modelCalls)],
    [t('Tokens'), t('{input} in, {output} out', { input: letter.inputTokens, output: letter.outputTokens })],
    [t('Asked'), dateTime(letter.askedAt)],
    [t('Ended'), dateTime(letter.endedAt)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
