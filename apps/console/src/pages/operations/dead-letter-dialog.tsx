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
import { milliseconds } from '../../format/duration';

const TRAIL: readonly Column<TrailDto>[] = [
  { title: 'At', cell: ({ at }) => <time datetime={at}>{new Date(at).toLocaleTimeString()}</time> },
  {
    title: 'Hop',
    number: true,
    cell: ({ hop, attempt }) => (attempt > 1 ? `${hop} (attempt ${attempt})` : hop),
  },
  { title: 'What', cell: ({ type }) => type },
  { title: 'Step', cell: ({ service, step }) => [service, step].filter(Boolean).join(' · ') || '–' },
  { title: 'Outcome', cell: ({ outcome }) => outcome ?? '–' },
  { title: 'Work', number: true, cell: ({ ms }) => (ms === null ? '–' : milliseconds(ms)) },
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
    <Dialog title="Failed turn" wide onClose={onClose}>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && (
        <div class="stack">
          <div class="row">
            <Badge tone="bad">{data.code ?? 'failed'}</Badge>
            <span class="mono small">{data.id}</span>
          </div>
          <p>{data.reason}</p>
          {data.lastError !== null && <pre class="text-block">{data.lastError}</pre>}
          <Facts letter={data} />
          {data.question === null ? (
            <div>
              <Button onClick={() => setWithQuestion(true)}>Show the question</Button>
            </div>
          ) : (
            <blockquote class="quoted">{data.question}</blockquote>
          )}
          <Table
            caption="Path of the turn"
            columns={TRAIL}
            rows={data.trail}
            keyOf={({ at, hop, attempt, type, step }) => [at, hop, attempt, type, step].join(' ')}
          />
          <div class="row">
            <Button look="primary" icon="reload" disabled={busy || data.retriedAs !== null} onClick={onRetry}>
              {data.retriedAs === null ? 'Retry' : `Retried as ${data.retriedAs}`}
            </Button>
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Facts({ letter }: { readonly letter: DeadLetterDetailDto }): JSX.Element {
  const facts: readonly (readonly [string, string])[] = [
    ['Tenant', letter.tenant],
    ['Pipeline', letter.pipeline],
    ['At', `${letter.service} · ${letter.step}`],
    ['Attempts of the last hop', String(letter.attempts)],
    ['Passes', String(letter.passes)],
    ['Model calls', String(letter.modelCalls)],
    ['Tokens', `${letter.inputTokens} in, ${letter.outputTokens} out`],
    ['Asked', new Date(letter.askedAt).toLocaleString()],
    ['Ended', new Date(letter.endedAt).toLocaleString()],
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
