import type { JSX } from 'preact';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { type Conversation, deleteConversation, nameOf } from './data';

/** Asks before a conversation is deleted. */
export function DeleteConversation(props: {
  readonly of: Conversation;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): JSX.Element {
  const { of, onClose, onDeleted } = props;
  return (
    <ConfirmDialog
      title="Delete this conversation?"
      verb="Delete"
      doing="Deleting …"
      keep="Keep it"
      act={async () => {
        await deleteConversation(of.session);
        onDeleted();
      }}
      onClose={onClose}
    >
      <q>{nameOf(of)}</q>: its questions, answers, logs and prompts are deleted for everyone. This cannot be
      undone.
    </ConfirmDialog>
  );
}
