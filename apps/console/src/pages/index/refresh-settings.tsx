import type { RefreshDto, RefreshInput } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { CopyButton } from '../../components/copy-button';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Spinner } from '../../components/spinner';
import { changeRefresh, readRefresh } from './data';
import { dateTime } from '../../format/duration';
import { rich, t } from '../../language/messages';

/** Periods to choose from, in hours. */
const PERIODS: readonly (readonly [hours: number, words: string])[] = [
  [1, t('Every hour')],
  [6, t('Every 6 hours')],
  [24, t('Every day')],
  [168, t('Every week')],
];

/** When a repository is indexed again by itself: by time, and when a git server calls. */
export function RefreshSettings({
  name,
  isGit,
}: {
  readonly name: string;
  readonly isGit: boolean;
}): JSX.Element {
  const { data, problem, reload } = useLoad((signal) => readRefresh(name, signal), [name]);
  const [made, setMade] = useState<RefreshDto | null>(null);
  const { busy, problem: refused, run } = useAction();
  const shown = made ?? data;
  if (!shown) return problem ? <ErrorNote problem={problem} onRetry={reload} /> : <Spinner />;
  const change = (input: RefreshInput): void => run(async () => setMade(await changeRefresh(name, input)));
  const { everyHours, nextAt, hook } = shown;
  return (
    <section class="stack" aria-labelledby="refresh">
      <h3 id="refresh">{t('Index again by itself')}</h3>
      <div class="row">
        <Field label={t('By time')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              disabled={busy}
              value={everyHours ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change({ everyHours: value === '' ? null : Number(value), hook: 'keep' })
              }
            >
              <option value="">{t('Never')}</option>
              {periodsWith(everyHours).map(([hours, words]) => (
                <option key={hours} value={hours}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {nextAt !== null && (
          <span class="muted small">
            {rich('Next at {time}', { time: <time datetime={nextAt}>{dateTime(nextAt)}</time> })}
          </span>
        )}
      </div>
      {(isGit || hook !== null) && (
        <Webhook hook={hook} busy={busy} onChange={(next) => change({ everyHours, hook: next })} />
      )}
      {refused && <ErrorNote problem={refused} />}
    </section>
  );
}

/** The webhook that a git server calls after a push. */
function Webhook(props: {
  readonly hook: RefreshDto['hook'];
  readonly busy: boolean;
  readonly onChange: (hook: 'new' | 'none') => void;
}): JSX.Element {
  const { hook, busy, onChange } = props;
  const [replacing, setReplacing] = useState(false);
  if (!hook)
    return (
      <div class="stack">
        <p class="muted small">
          {t('After a push: GitHub, GitLab, Gitea or Forgejo call a webhook of this gateway.')}
        </p>
        <div>
          <Button disabled={busy} onClick={() => onChange('new')}>
            {t('Create a webhook')}
          </Button>
        </div>
      </div>
    );
  const url = `${location.origin}${hook.path}`;
  return (
    <div class="stack">
      <p class="small">{t('After a push, the git server calls this URL:')}</p>
      <code class="secret">{url}</code>
      {hook.secret !== null && (
        <div class="note" role="status">
          <div class="stack">
            <p>
              <strong>{t('Its secret, shown only now.')}</strong>{' '}
              {t('Enter both in the webhook settings of the git repository.')}
            </p>
            <code class="secret">{hook.secret}</code>
          </div>
        </div>
      )}
      <div class="row">
        <CopyButton text={url}>{t('Copy URL')}</CopyButton>
        {hook.secret !== null && <CopyButton text={hook.secret}>{t('Copy secret')}</CopyButton>}
        <Button disabled={busy} onClick={() => setReplacing(true)}>
          {t('New secret')}
        </Button>
        <Button disabled={busy} onClick={() => onChange('none')}>
          {t('Delete webhook')}
        </Button>
      </div>
      {replacing && (
        <ConfirmDialog
          title={t('Replace the webhook?')}
          verb={t('Replace it')}
          doing={t('Replacing …')}
          keep={t('Keep it')}
          act={() => {
            onChange('new');
            setReplacing(false);
            return Promise.resolve();
          }}
          onClose={() => setReplacing(false)}
        >
          {t(
            'The URL and the secret that the git server has stop working at once. Enter the new ones there.',
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A period that was set by the API is offered as well. */
function periodsWith(hours: number | null): typeof PERIODS {
  if (hours === null || PERIODS.some(([known]) => known === hours)) return PERIODS;
  return [...PERIODS, [hours, t('Every {count} hour | Every {count} hours', { count: hours })]];
}
