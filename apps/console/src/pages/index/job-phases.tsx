import type { JSX } from 'preact';
import { phaseWords, type JobView } from './job-progress';
import { t } from '../../language/messages';

/** The phases of a running job, each with its progress. */
export function JobProgress({
  view,
  waits,
}: {
  readonly view: JobView;
  readonly waits: boolean;
}): JSX.Element {
  const { phases, interrupted } = view;
  const now = phases.at(-1);
  return (
    <div class="stack">
      <p class="small" role="status">
        {interrupted !== null
          ? t('Interrupted: {reason}. It will resume.', { reason: interrupted.replace(/\.$/, '') })
          : now
            ? `${phaseWords(now.phase)} …`
            : waits
              ? t('Waiting for an indexer.')
              : t('Starting …')}
      </p>
      {phases.map(({ phase, done, total }) => (
        <label key={phase} class="phase small">
          <span>{phaseWords(phase)}</span>
          <progress max={Math.max(1, total)} value={done} />
          <span class="muted">{t('{done} of {total}', { done, total })}</span>
        </label>
      ))}
    </div>
  );
}
