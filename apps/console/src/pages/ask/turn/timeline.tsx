import type { JSX } from 'preact';
import { Badge } from '../../../components/badge';
import { Icon } from '../../../components/icon';
import type { AskedView, PassView } from './pass-view';
import { t } from '../../../language/messages';

interface TimelineProps {
  readonly passes: readonly PassView[];
  readonly nameOf: (n: number) => string | null;
  readonly onOpen: (n: number) => void;
}

/** The passes of a turn: what each requested, where it searched, what it found and what it did not. */
export function Timeline({ passes, nameOf, onOpen }: TimelineProps): JSX.Element {
  return (
    <ol class="timeline">
      {passes.map((pass) => (
        <li key={pass.pass}>
          <div class="timeline-head">
            <h3>{t('Pass {number}', { number: pass.pass })}</h3>
            {pass.why !== null && !pass.why.startsWith('still missing') && (
              <p class="muted small">{pass.why}</p>
            )}
          </div>
          <ul class="asked">
            {pass.asked.map((asked) => (
              <li key={asked.text}>
                <Asked asked={asked} nameOf={nameOf} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          <p class="muted small">{summary(pass)}</p>
          {pass.without.map((reason) => (
            <p key={reason} class="small warn-text">
              <Icon name="alert" /> {t('Without an unavailable store: {reason}', { reason })}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Asked(props: { readonly asked: AskedView } & Omit<TimelineProps, 'passes'>): JSX.Element {
  const { asked, nameOf, onOpen } = props;
  return (
    <>
      <span class="asked-text mono">{asked.text}</span>
      <State asked={asked} />
      {asked.by.map((n) => (
        <button
          key={n}
          type="button"
          class="cite"
          aria-label={t('Source {n}: {name}', { n, name: nameOf(n) ?? t('evidence') })}
          onClick={() => onOpen(n)}
        >
          {n}
        </button>
      ))}
      {asked.why !== null && <span class="muted small">{asked.why}</span>}
    </>
  );
}

function State({ asked: { state, hits } }: { readonly asked: AskedView }): JSX.Element {
  if (state === 'looking') return <span class="spinner">{t('looking')}</span>;
  if (state === 'missed')
    return (
      <Badge tone="warn" icon="close">
        {t('not found')}
      </Badge>
    );
  return (
    <Badge tone="good" icon="check">
      {hits === null || hits === 0
        ? t('found')
        : t('found {count} place | found {count} places', { count: hits })}
    </Badge>
  );
}

function summary({ evidence, judged }: PassView): string {
  const pieces =
    evidence.length === 0
      ? t('Nothing new to read')
      : t('{count} piece of evidence read | {count} pieces of evidence read', { count: evidence.length });
  if (!judged) return `${pieces}.`;
  if (judged.complete) return t('{pieces}; judged complete.', { pieces });
  return t('{pieces}; still missing: {what}.', { pieces, what: judged.missing.join(' · ') });
}
