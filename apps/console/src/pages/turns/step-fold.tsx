import type { TracedNeedDto, TracedSearchDto, TracedStepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Badge, type Tone } from '../../components/badge';
import { milliseconds } from '../../format/duration';
import { decimal } from '../../format/number';
import { Bar } from './bar';
import { ModelCall } from './model-call';
import type { Span } from './waterfall';
import { needWord } from '../../format/status';
import { t } from '../../language/messages';

/** One step of a hop: its bar and, when it is opened, its details. */
export function StepFold(props: {
  readonly step: TracedStepDto;
  readonly span: Span | null;
  /** True and false open and close every step; null leaves them to the user. */
  readonly allOpen: boolean | null;
}): JSX.Element {
  const { step, span, allOpen } = props;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (allOpen !== null) setOpen(allOpen);
  }, [allOpen]);
  return (
    <details class="step-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="hop-line">
        <div class="hop-name">
          <span class="step-title">{step.step ?? t('a step that did not end')}</span>
          {step.outcome !== null && <span class="muted small"> {step.outcome}</span>}
          {step.calls.length > 0 && <Badge tone="info">{t('model')}</Badge>}
          {step.away.length > 0 && <Badge tone="warn">{t('store unavailable')}</Badge>}
        </div>
        <div class="track" aria-hidden="true">
          {span && <Bar kind="step-work" span={span} />}
        </div>
        <div class="times">{step.ms === null ? t('not ended') : milliseconds(step.ms)}</div>
      </summary>
      {/* Prompts are long: they become part of the page when they are asked for. */}
      {open && <Inside step={step} />}
    </details>
  );
}

function Inside({ step }: { readonly step: TracedStepDto }): JSX.Element {
  const { note, action, inputTokens, outputTokens, evidence, away, passes } = step;
  return (
    <div class="step-inside stack">
      <p>
        {note ?? t('The step reported no details.')}{' '}
        <span class="muted small">
          {action !== null && <span class="mono">{action}</span>}
          {(inputTokens ?? 0) + (outputTokens ?? 0) > 0 &&
            ` · ${t('{tokens} tokens in', { tokens: inputTokens ?? 0 })}, ${t('{tokens} out', { tokens: outputTokens ?? 0 })}`}
          {passes.length > 0 && ` · ${t('began pass {passes}', { passes: passes.join(', ') })}`}
          {evidence.length > 0 &&
            ` · ${t('brought evidence {numbers}', { numbers: evidence.map((n) => `[${n}]`).join(' ') })}`}
        </span>
      </p>
      {away.map((reason) => (
        <p key={reason} class="small">
          <Badge tone="warn">{t('store unavailable')}</Badge> {reason}
        </p>
      ))}
      {step.searches.length > 0 && <Searches searches={step.searches} />}
      {step.needs.length > 0 && <Needs needs={step.needs} />}
      {step.calls.map((call, at) => (
        <ModelCall key={`${call.promptHash} ${at}`} call={call} />
      ))}
    </div>
  );
}

function Searches({ searches }: { readonly searches: readonly TracedSearchDto[] }): JSX.Element {
  return (
    <ul class="plain-list small">
      {searches.map(({ mode, query, hits, skipped, index, pass }, at) => (
        <li key={`${mode} ${query} ${at}`}>
          <Badge>{mode}</Badge> <q>{query}</q>{' '}
          <span class="muted">
            {skipped === undefined
              ? t('{count} hit | {count} hits', { count: hits.length }) +
                (hits[0] ? `, ${t('best {value}', { value: decimal(hits[0].relevance, 2) })}` : '')
              : t('not made: {reason}', { reason: skipped })}
            {index !== undefined && ` · ${t('in {index}', { index })}`} ·{' '}
            {t('pass {number}', { number: pass })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const NEED_TONES: Readonly<Record<TracedNeedDto['state'], Tone>> = {
  raised: 'info',
  resolved: 'good',
  missed: 'warn',
};

function Needs({ needs }: { readonly needs: readonly TracedNeedDto[] }): JSX.Element {
  return (
    <ul class="plain-list small">
      {needs.map(({ state, text, by, why }, at) => (
        <li key={`${state} ${text} ${at}`}>
          <Badge tone={NEED_TONES[state]}>{needWord(state)}</Badge> {text}{' '}
          <span class="muted">
            {by !== undefined &&
              by.length > 0 &&
              t('by {numbers}', { numbers: by.map((n) => `[${n}]`).join(' ') })}
            {why !== undefined && why}
          </span>
        </li>
      ))}
    </ul>
  );
}
