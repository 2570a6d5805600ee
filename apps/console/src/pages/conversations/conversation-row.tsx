import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../api/use-action';
import { ErrorNote } from '../../components/error-note';
import { navigate } from '../../shell/router';
import { ConversationActions } from './conversation-actions';
import { nameOf, turnsOf } from './data';
import { dateTime } from '../../format/duration';
import { t } from '../../language/messages';

/** A conversation of the list, with what can be done with it. */
export function ConversationRow(props: {
  readonly of: SessionDto;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onChanged: () => void;
}): JSX.Element {
  const { of, onRename, onDelete, onChanged } = props;
  const { session, title, turns, pinned, lastAskedAt } = of;
  const name = nameOf(of);
  const action = useAction();
  const { busy, problem, run } = action;
  const open = async (): Promise<void> => {
    const last = (await turnsOf(session)).at(-1);
    if (last) navigate(`/turns/${encodeURIComponent(last.id)}`);
  };
  return (
    <li>
      <button type="button" class="conversation" disabled={busy} onClick={() => run(open)}>
        <span>{name}</span>
        <span class="muted small">
          {pinned && `${t('Pinned')} · `}
          {of.name !== null && title !== null && <q>{title}</q>}
          {of.name !== null && title !== null && ' · '}
          {t('{count} question | {count} questions', { count: turns })} ·{' '}
          <time dateTime={lastAskedAt}>{dateTime(lastAskedAt)}</time>
        </span>
      </button>
      <ConversationActions
        of={of}
        action={action}
        onRename={onRename}
        onDelete={onDelete}
        onChanged={onChanged}
      />
      {problem && <ErrorNote problem={problem} />}
    </li>
  );
}
