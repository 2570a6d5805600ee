import './conversations.css';
import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pinnedFirst } from '../../api/conversations';
import { useLoad } from '../../api/use-load';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { ConversationRow } from './conversation-row';
import { allConversations } from './data';
import { DeleteConversation } from './delete-conversation';
import { RenameConversation } from './rename-conversation';

/** Conversations of the caller's tenant: search, open, rename, pin, export, delete. */
export function ConversationsPage(): JSX.Element {
  const { data, problem, reload } = useLoad(allConversations, []);
  const [words, setWords] = useState('');
  const [deleted, setDeleted] = useState<SessionDto | null>(null);
  const [renamed, setRenamed] = useState<SessionDto | null>(null);
  const found = pinnedFirst(data ?? []).filter(({ name, title }) =>
    hasWords(`${name ?? ''} ${title ?? ''}`, words),
  );
  return (
    <Page
      title="Conversations"
      about="Questions that were asked one after the other, by their name or first question."
    >
      <div class="stack">
        <Field label="Words">
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="search"
              placeholder="of the name or the first question"
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Field>
        {problem && <ErrorNote problem={problem} onRetry={reload} />}
        {!data && !problem && <Spinner />}
        {data && found.length === 0 && (
          <EmptyState title={words === '' ? 'No conversations yet' : 'No conversation matches'}>
            <p>Each first question begins one; follow-ups continue it.</p>
          </EmptyState>
        )}
        <ul class="conversations" aria-label="Conversations">
          {found.map((each) => (
            <ConversationRow
              key={each.session}
              of={each}
              onRename={() => setRenamed(each)}
              onDelete={() => setDeleted(each)}
              onChanged={reload}
            />
          ))}
        </ul>
      </div>
      {renamed && (
        <RenameConversation
          of={renamed}
          onClose={() => setRenamed(null)}
          onRenamed={() => {
            setRenamed(null);
            reload();
          }}
        />
      )}
      {deleted && (
        <DeleteConversation
          of={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            reload();
          }}
        />
      )}
    </Page>
  );
}

/** Whether a title has all of the words, in any order and case. */
function hasWords(title: string, words: string): boolean {
  const name = title.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
