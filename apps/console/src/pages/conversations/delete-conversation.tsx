import type { JSX } from 'preact';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { type Conversation, deleteConversation, nameOf } from './data';
import { rich, t } from '../../language/messages';

/** Asks before a conversation is deleted. */
export function DeleteConversation(props: {
  readonly of: Conversation;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): JSX.Element {
  const { of, onClose, onDeleted } = props;
  return (
    <ConfirmDialog
      title={t('Delete this conversation?')}
      verb={t('Delete')}
      doing={t('Deleting …')}
      keep={t('Keep it')}
      act={async () => {
        await deleteConversation(of.session);
        onDeleted();
      }}
      onClose={onClose}
    >
      {rich(
        '{name}: its questions, answers, logs and prompts are deleted for everyone. This cannot be undone.',
        {
          name: <q>{nameOf(of)}</q>,
        },
      )}
    </ConfirmDialog>
  );
}
