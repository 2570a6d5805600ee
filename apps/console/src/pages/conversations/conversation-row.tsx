import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useCaller } from '../../api/caller';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Menu } from '../../components/menu';
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
  const maintains = caller !== null && caller.role !== 'reader';
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
      <div class="row nowrap">
        <Button
          look="quiet"
          icon="pin"
          class="key-p"
          label={`${pinned ? 'Unpin' : 'Pin'}: ${name}`}
          disabled={busy}
          onClick={() => run(pin)}
        />
        <Menu
          label={`More for: ${name}`}
          disabled={busy}
          items={[
            { title: 'Rename', icon: 'edit', class: 'key-r', onChoose: onRename },
            { title: 'Save as Markdown', icon: 'save', onChoose: () => run(() => save('md')) },
            { title: 'Save as JSON', icon: 'save', onChoose: () => run(() => save('json')) },
            ...(maintains
              ? [{ title: 'Delete', icon: 'trash' as const, danger: true, onChoose: onDelete }]
              : []),
          ]}
        />
      </div>
      {problem && <ErrorNote problem={problem} />}
    </li>
  );
}
