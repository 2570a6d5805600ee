import type { JSX } from 'preact';
import { useCaller } from '../../api/caller';
import type { Action } from '../../api/use-action';
import { Button } from '../../components/button';
import { Menu } from '../../components/menu';
import { asMarkdown } from './as-markdown';
import { changeConversation, type Conversation, nameOf, turnsOf } from './data';
import { download, fileNameOf } from './download';
import { t } from '../../language/messages';

/** What can be done with a conversation: pin, rename, save and, for maintainers, delete it. */
export function ConversationActions(props: {
  readonly of: Conversation;
  readonly action: Action;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  readonly onChanged: () => void;
}): JSX.Element {
  const { of, action, onRename, onDelete, onChanged } = props;
  const { busy, run } = action;
  const { session, pinned } = of;
  const name = nameOf(of);
  const caller = useCaller();
  const maintains = caller !== null && caller.role !== 'reader';
  const save = async (kind: 'md' | 'json'): Promise<void> => {
    const all = await turnsOf(session);
    download(
      fileNameOf(name, kind),
      kind === 'md' ? asMarkdown(all, of.name) : JSON.stringify({ session, name, turns: all }, null, 2),
    );
  };
  const pin = async (): Promise<void> => {
    await changeConversation(session, { pinned: !pinned });
    onChanged();
  };
  return (
    <div class="row nowrap">
      <Button
        look="quiet"
        icon="pin"
        class="key-p"
        label={`${pinned ? t('Unpin') : t('Pin')}: ${name}`}
        disabled={busy}
        onClick={() => run(pin)}
      />
      <Menu
        label={t('More for: {name}', { name })}
        disabled={busy}
        items={[
          { title: t('Rename'), icon: 'edit', class: 'key-r', onChoose: onRename },
          { title: t('Save as Markdown'), icon: 'save', onChoose: () => run(() => save('md')) },
          { title: t('Save as JSON'), icon: 'save', onChoose: () => run(() => save('json')) },
          ...(maintains
            ? [{ title: t('Delete'), icon: 'trash' as const, danger: true, onChoose: onDelete }]
            : []),
        ]}
      />
    </div>
  );
}
