import type { TraceDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { milliseconds } from '../../format/duration';
import { serviceClass } from '../pipelines/services';
import { Bar } from './bar';
import { ModelCall } from './model-call';
import { StepFold } from './step-fold';
import { ticks, waterfall, type HopBar } from './waterfall';
import { t } from '../../language/messages';

/**
 * The path of a turn through the services: for each hop its wait in the queue and the work of its steps, on one time
 * axis.
 */
export function TraceView({
  turn,
  trace,
}: {
  readonly turn: TurnDto;
  readonly trace: TraceDto;
}): JSX.Element {
  const [allOpen, setAllOpen] = useState<boolean | null>(null);
  const bars = waterfall(trace.hops, Date.parse(turn.askedAt), trace.totalMs);
  if (bars.length === 0)
    return (
      <EmptyState title={t('No step has finished yet')}>
        <p>{t('Steps appear here once the first one has finished.')}</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      <div class="row spread">
        <p class="muted small">
          <span class="swatch wait" /> {t('in the queue')} <span class="swatch work" /> {t('working')}.{' '}
          {t('Open a step to see its prompts and replies.')}
        </p>
        <Button look="quiet" onClick={() => setAllOpen(allOpen !== true)}>
          {allOpen === true ? t('Close all steps') : t('Open all steps')}
        </Button>
      </div>
      <div class="waterfall">
        <Axis totalMs={trace.totalMs} />
        <ol class="hops">
          {bars.map((bar) => (
            <Hop key={`${bar.hop.hop}-${bar.hop.attempt}`} bar={bar} allOpen={allOpen} />
          ))}
        </ol>
      </div>
      {trace.unanswered.length > 0 && (
        <section class="stack">
          <h2>{t('Prompts without a reply')}</h2>
          <p class="muted small">{t('The call failed, was interrupted, or is still running.')}</p>
          {trace.unanswered.map((prompt) => (
            <ModelCall key={prompt.promptHash} call={prompt} />
          ))}
        </section>
      )}
    </div>
  );
}

function Axis({ totalMs }: { readonly totalMs: number }): JSX.Element {
  return (
    <div class="axis" aria-hidden="true">
      {ticks(totalMs).map((ms) => (
        <span key={ms} style={{ left: `${(100 * ms) / Math.max(1, totalMs)}%` }}>
          {milliseconds(ms)}
        </span>
      ))}
    </div>
  );
}

function Hop({ bar, allOpen }: { readonly bar: HopBar; readonly allOpen: boolean | null }): JSX.Element {
  const { hop, wait, work, steps } = bar;
  return (
    <li class={`hop ${serviceClass(hop.service ?? '')}`}>
      <div class="hop-line">
        <div class="hop-name">
          <strong>{hop.service ?? t('a service')}</strong>
          {hop.attempt > 1 && <Badge tone="warn">{t('attempt {number}', { number: hop.attempt })}</Badge>}
        </div>
        <div class="track" aria-hidden="true">
          {wait && <Bar kind="wait" span={wait} />}
          <Bar kind="hop-work" span={work} />
        </div>
        <div class="times">
          {hop.waitedMs !== null && hop.waitedMs > 0 && (
            <span class="muted">{t('{time} waited', { time: milliseconds(hop.waitedMs) })} · </span>
          )}
          {t('{time} work', { time: milliseconds(hop.workMs) })}
        </div>
      </div>
      <ol class="hop-steps">
        {steps.map(({ step, span }, at) => (
          <li key={`${step.step ?? ''} ${at}`}>
            <StepFold step={step} span={span} allOpen={allOpen} />
          </li>
        ))}
      </ol>
    </li>
  );
}
