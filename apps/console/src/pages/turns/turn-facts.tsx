import type { TraceDto, TurnDto } from '@quarry/client';
import type { ComponentChildren, JSX } from 'preact';
import { milliseconds } from '../../format/duration';
import { money, count } from '../../format/number';
import { Link } from '../../shell/router';
import { OutcomeBadge } from './outcome-badge';

/** The key figures of a turn, in one line. */
export function TurnFacts(props: { readonly turn: TurnDto; readonly trace: TraceDto | null }): JSX.Element {
  const { turn, trace } = props;
  const [pipeline = ''] = turn.pipeline.split('@');
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Outcome', <OutcomeBadge key="outcome" outcome={turn.outcome} headline={turn.headline} />],
    [
      'Pipeline',
      <Link
        key="pipeline"
        to={`/pipelines/${encodeURIComponent(pipeline)}?turn=${encodeURIComponent(turn.id)}`}
      >
        {pipeline}
      </Link>,
    ],
    ['Took', trace ? milliseconds(trace.totalMs) : '–'],
    ['In queues', trace ? milliseconds(trace.waitedMs) : '–'],
    ['Working', trace ? milliseconds(trace.workMs) : '–'],
    ['Passes', turn.passes ?? '–'],
    ['Model calls', turn.spent?.modelCalls ?? '–'],
    [
      'Tokens',
      turn.spent ? `${count(turn.spent.inputTokens)} in, ${count(turn.spent.outputTokens)} out` : '–',
    ],
    ['Cost', money(turn.spent?.cost ?? null)],
    ['Asked', new Date(turn.askedAt).toLocaleString()],
  ];
  return (
    <div class="card stack">
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {turn.reason !== null && <p class="sentence small muted">{turn.reason}</p>}
    </div>
  );
}
