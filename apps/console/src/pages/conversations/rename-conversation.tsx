import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { changeConversation, type Conversation } from './data';
import { t } from '../../language/messages';

/** Asks for a conversation's name. */
export function RenameConversation(props: {
  readonly of: Conversation;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}): JSX.Element {
  const { of, onClose, onRenamed } = props;
  const [name, setName] = useState(of.name ?? '');
  const { busy, problem, run } = useAction();
  return (
    <Dialog title={t('Rename this conversation')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => {
            await changeConversation(of.session, { name });
            onRenamed();
          });
        }}
      >
        <Field
          label={t('Name')}
          hint={t('Empty for the first question. All readers of the conversation see it.')}
        >
          {(ids) => (
            <input
              {...ids}
              class="input"
              autofocus
              autocomplete="off"
              maxLength={200}
              placeholder={of.title ?? ''}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" disabled={busy}>
            {t('Rename')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
