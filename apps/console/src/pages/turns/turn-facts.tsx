import type { TraceDto, TurnDto } from '@quarry/client';
import type { ComponentChildren, JSX } from 'preact';
import { stopWord } from '../../format/names';
import { reasonOf } from '../../format/phrases';
import { money } from '../../format/number';
import { Link } from '../../shell/router';
import { OutcomeBadge } from './outcome-badge';
import { dateTime, milliseconds } from '../../format/duration';
import { t } from '../../language/messages';

/** The key figures of a turn, in one line. */
export function TurnFacts(props: { readonly turn: TurnDto; readonly trace: TraceDto | null }): JSX.Element {
  const { turn, trace } = props;
  const [pipeline = ''] = turn.pipeline.split('@');
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t('Outcome'), <OutcomeBadge key="outcome" outcome={turn.outcome} headline={turn.headline} />],
    [
      t('Pipeline'),
      <Link
        key="pipeline"
        to={`/pipelines/${encodeURIComponent(pipeline)}?turn=${encodeURIComponent(turn.id)}`}
      >
        {pipeline}
      </Link>,
    ],
    [t('Took'), trace ? milliseconds(trace.totalMs) : '–'],
    [t('In queues'), trace ? milliseconds(trace.waitedMs) : '–'],
    [t('Working'), trace ? milliseconds(trace.workMs) : '–'],
    [t('Passes'), turn.passes ?? '–'],
    ...(turn.stop ? [[t('No more passes'), stopWord(turn.stop.rule)] as const] : []),
    [t('Model calls'), turn.spent?.modelCalls ?? '–'],
    [
      t('Tokens'),
      turn.spent
        ? t('{input} in, {output} out', { input: turn.spent.inputTokens, output: turn.spent.outputTokens })
        : '–',
    ],
    [t('Cost'), money(turn.spent?.cost ?? null)],
    [t('Asked'), dateTime(turn.askedAt)],
    [t('Ended'), turn.endedAt === null ? '–' : dateTime(turn.endedAt)],
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
      {turn.reason !== null && <p class="sentence small muted">{reasonOf(turn)}</p>}
    </div>
  );
}
