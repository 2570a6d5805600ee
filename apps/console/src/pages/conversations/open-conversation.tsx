import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { ErrorNote } from '../../components/error-note';
import { navigate } from '../../shell/router';
import { ConversationActions } from './conversation-actions';
import './conversations.css';
import { conversationOf } from './data';
import { DeleteConversation } from './delete-conversation';
import { RenameConversation } from './rename-conversation';
import { t } from '../../language/messages';

/** The name of the open conversation, if it has one, with what can be done with it; nothing before it is stored. */
export function OpenConversation({ session }: { readonly session: string }): JSX.Element | null {
  const { data, reload } = useLoad((signal) => conversationOf(session, signal), [session]);
  const [asking, setAsking] = useState<'name' | 'deletion' | null>(null);
  const action = useAction();
  if (!data) return null;
  return (
    <>
      <div class="row spread nowrap">
        <span class="muted small open-conversation">
          {[...(data.pinned ? [t('Pinned')] : []), ...(data.name === null ? [] : [data.name])].join(' · ')}
        </span>
        <ConversationActions
          of={data}
          action={action}
          onRename={() => setAsking('name')}
          onDelete={() => setAsking('deletion')}
          onChanged={reload}
        />
      </div>
      {action.problem && <ErrorNote problem={action.problem} />}
      {asking === 'name' && (
        <RenameConversation
          of={data}
          onClose={() => setAsking(null)}
          onRenamed={() => {
            setAsking(null);
            reload();
          }}
        />
      )}
      {asking === 'deletion' && (
        <DeleteConversation
          of={data}
          onClose={() => setAsking(null)}
          onDeleted={() => navigate('/conversations')}
        />
      )}
    </>
  );
}
