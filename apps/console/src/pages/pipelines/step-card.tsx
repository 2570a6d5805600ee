import type { StepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { milliseconds } from '../../format/duration';
import type { LitPath } from './lit-path';
import { serviceClass } from './services';
import { rich, t } from '../../language/messages';

/** What a step does, where it leads, and its runs in the highlighted turn. */
export function StepCard(props: {
  readonly step: StepDto | null;
  readonly lit: LitPath | null;
}): JSX.Element {
  const { step, lit } = props;
  if (!step)
    return (
      <aside class="card step-card" aria-label={t('Step')}>
        <p class="muted">{t('Choose a step in the drawing to see what it does and where it leads.')}</p>
      </aside>
    );
  const visit = lit?.steps.get(step.id);
  const params = Object.entries(step.params).filter(([, value]) => value !== null);
  return (
    <aside
      class={`card step-card ${serviceClass(step.service)}`}
      aria-label={t('Step {id}', { id: step.id })}
      aria-live="polite"
    >
      <h2>{step.id}</h2>
      <p class="mono small muted">
        {step.service}.{step.action}
      </p>
      <div class="row">
        {step.guard && <Badge tone="info">{t('loop guard')}</Badge>}
        {step.end && <Badge>{t('a turn ends here')}</Badge>}
        {visit && (
          <Badge tone="good">
            {t('once | {count} times', { count: visit.times })}, {milliseconds(visit.ms)}
          </Badge>
        )}
      </div>
      {Object.keys(step.on).length > 0 && (
        <dl class="pairs">
          {Object.entries(step.on).map(([outcome, to]) => (
            <div key={outcome}>
              <dt>{outcome}</dt>
              <dd class="mono">→ {to}</dd>
            </div>
          ))}
        </dl>
      )}
      {step.onUnavailable !== null && (
        <p class="small muted">
          {t('If its store is unavailable, the turn continues with {step}.', { step: step.onUnavailable })}
        </p>
      )}
      {params.length > 0 && (
        <>
          <h3>{t('Parameters')}</h3>
          <dl class="pairs">
            {params.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {step.source && (
        <p class="small muted">
          {rich('Defined in {place}', {
            place: <span class="mono">{`${step.source.file}:${step.source.line}`}</span>,
          })}
        </p>
      )}
    </aside>
  );
}
