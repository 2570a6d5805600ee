import type { CitationStateDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../../api/use-action';
import { useLoad } from '../../../api/use-load';
import { Badge } from '../../../components/badge';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { navigate } from '../../../shell/router';
import { askAtCurrent, readStaleness } from './stale-data';
import { t } from '../../../language/messages';

const WORDS = {
  fresh: t('unchanged'),
  moved: t('moved'),
  changed: t('changed'),
  gone: t('gone'),
} as const;

interface StaleNoteProps {
  readonly turn: TurnDto;
  /** Whether the new question replaces this page. */
  readonly current: boolean;
}

/** Says which cited lines are no longer as they were, and asks again; nothing for an answer that is fresh. */
export function StaleNote({ turn, current }: StaleNoteProps): JSX.Element | null {
  const { data } = useLoad((signal) => readStaleness(turn.id, signal), [turn.id]);
  const { busy, problem, run } = useAction();
  const stale = (data?.citations ?? []).filter(({ state }) => state !== 'fresh');
  if (stale.length === 0) return null;
  const again = (): void =>
    run(async () => {
      const { id } = await askAtCurrent(turn.id);
      navigate(`/turns/${encodeURIComponent(id)}`);
    });
  const isSame = stale.every(({ state }) => state === 'moved');
  return (
    <section class="note warn" aria-label={t('Stale sources')}>
      <Icon name="alert" />
      <div>
        <strong>
          {isSame
            ? t('Cited lines have moved since this answer.')
            : t('Cited lines have changed since this answer.')}
        </strong>
        <ul class="plain-list">
          {stale.map((each) => (
            <li key={each.n}>
              [{each.n}] <code>{placeOf(each)}</code> <Badge tone="warn">{WORDS[each.state]}</Badge>
              {each.place !== null && each.state !== 'gone' && (
                <span class="muted">
                  {' '}
                  {t('now {path}, lines {from}–{to}', {
                    path: each.place.path,
                    from: String(each.place.startLine),
                    to: String(each.place.endLine),
                  })}
                </span>
              )}
            </li>
          ))}
        </ul>
        {current && (
          <Button icon="reload" disabled={busy} onClick={again}>
            {busy ? t('Asking …') : t('Ask again at the new revision')}
          </Button>
        )}
        {problem && <ErrorNote problem={problem} />}
      </div>
    </section>
  );
}

function placeOf({ repository, path, startLine, endLine }: CitationStateDto): string {
  return `${repository === null ? '' : `${repository}/`}${path}, ${t('lines {from}–{to}', { from: String(startLine), to: String(endLine) })}`;
}
