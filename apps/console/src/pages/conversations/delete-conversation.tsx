import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { deleteConversation } from './data';

/** Asks before a conversation is deleted. */
export function DeleteConversation(props: {
  readonly of: SessionDto;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): JSX.Element {
  const { of, onClose, onDeleted } = props;
  const { busy, problem, run } = useAction();
  return (
    <Dialog title="Delete this conversation?" onClose={onClose}>
      <div class="stack">
        <p>
          <q>{of.title}</q>: its questions, answers, logs and prompts are deleted for everyone. This cannot be
          undone.
        </p>
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button
            look="danger"
            disabled={busy}
            onClick={() =>
              run(async () => {
                await deleteConversation(of.session);
                onDeleted();
              })
            }
          >
            {busy ? 'Deleting …' : 'Delete'}
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
