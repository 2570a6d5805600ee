import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useCaller } from '../../api/caller';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { navigate } from '../../shell/router';
import { asMarkdown } from './as-markdown';
import { changeConversation, nameOf, turnsOf } from './data';
import { download } from './download';

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
  const caller = useCaller();
  const { busy, problem, run } = useAction();
  const open = async (): Promise<void> => {
    const last = (await turnsOf(session)).at(-1);
    if (last) navigate(`/turns/${encodeURIComponent(last.id)}`);
  };
  const save = async (kind: 'md' | 'json'): Promise<void> => {
    const all = await turnsOf(session);
    download(
      `${session}.${kind}`,
      kind === 'md' ? asMarkdown(all, of.name) : JSON.stringify({ session, name, turns: all }, null, 2),
    );
  };
  const pin = async (): Promise<void> => {
    await changeConversation(session, { pinned: !pinned });
    onChanged();
  };
  return (
    <li>
      <button type="button" class="conversation" disabled={busy} onClick={() => run(open)}>
        <span>{name}</span>
        <span class="muted small">
          {pinned && 'Pinned · '}
          {of.name !== null && title !== null && <q>{title}</q>}
          {of.name !== null && title !== null && ' · '}
          {turns} {turns === 1 ? 'question' : 'questions'} ·{' '}
          <time dateTime={lastAskedAt}>{new Date(lastAskedAt).toLocaleString()}</time>
        </span>
      </button>
      <div class="row">
        <Button
          look="quiet"
          class="key-p"
          label={`${pinned ? 'Unpin' : 'Pin'}: ${name}`}
          disabled={busy}
          onClick={() => run(pin)}
        >
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button look="quiet" class="key-r" label={`Rename: ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button look="quiet" label={`Markdown of: ${name}`} onClick={() => run(() => save('md'))}>
          Markdown
        </Button>
        <Button look="quiet" label={`JSON of: ${name}`} onClick={() => run(() => save('json'))}>
          JSON
        </Button>
        {caller !== null && caller.role !== 'reader' && (
          <Button look="quiet" label={`Delete: ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      {problem && <ErrorNote problem={problem} />}
    </li>
  );
}
