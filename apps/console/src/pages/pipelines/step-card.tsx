import type { StepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { milliseconds } from '../../format/duration';
import type { LitPath } from './lit-path';
import { serviceClass } from './services';

/** What a step does, where it leads, and its runs in the highlighted turn. */
export function StepCard(props: {
  readonly step: StepDto | null;
  readonly lit: LitPath | null;
}): JSX.Element {
  const { step, lit } = props;
  if (!step)
    return (
      <aside class="card step-card" aria-label="Step">
        <p class="muted">Choose a step in the drawing to see what it does and where it leads.</p>
      </aside>
    );
  const visit = lit?.steps.get(step.id);
  const params = Object.entries(step.params).filter(([, value]) => value !== null);
  return (
    <aside
      class={`card step-card ${serviceClass(step.service)}`}
      aria-label={`Step ${step.id}`}
      aria-live="polite"
    >
      <h2>{step.id}</h2>
      <p class="mono small muted">
        {step.service}.{step.action}
      </p>
      <div class="row">
        {step.guard && <Badge tone="info">loop guard</Badge>}
        {step.end && <Badge>a turn ends here</Badge>}
        {visit && (
          <Badge tone="good">
            {visit.times === 1 ? 'once' : `${visit.times} times`}, {milliseconds(visit.ms)}
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
        <p class="small muted">If its store is unavailable, the turn continues with {step.onUnavailable}.</p>
      )}
      {params.length > 0 && (
        <>
          <h3>Parameters</h3>
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
          Defined in <span class="mono">{`${step.source.file}:${step.source.line}`}</span>
        </p>
      )}
    </aside>
  );
}
