import './conversations.css';
import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useCaller } from '../../api/caller';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { navigate } from '../../shell/router';
import { asMarkdown } from './as-markdown';
import { allConversations, turnsOf } from './data';
import { DeleteConversation } from './delete-conversation';
import { download } from './download';

/** Conversations of the caller's tenant: search, open, export, delete. */
export function ConversationsPage(): JSX.Element {
  const { data, problem, reload } = useLoad(allConversations, []);
  const [words, setWords] = useState('');
  const [deleted, setDeleted] = useState<SessionDto | null>(null);
  const found = (data ?? []).filter(({ title }) => hasWords(title ?? '', words));
  return (
    <Page
      title="Conversations"
      about="Questions that were asked one after the other, by their first question."
    >
      <div class="stack">
        <Field label="Words">
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="search"
              placeholder="of the first question"
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
            <Row key={each.session} of={each} onDelete={() => setDeleted(each)} />
          ))}
        </ul>
      </div>
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

function Row({ of, onDelete }: { readonly of: SessionDto; readonly onDelete: () => void }): JSX.Element {
  const { session, title, turns, lastAskedAt } = of;
  const caller = useCaller();
  const { busy, problem, run } = useAction();
  const open = async (): Promise<void> => {
    const last = (await turnsOf(session)).at(-1);
    if (last) navigate(`/turns/${encodeURIComponent(last.id)}`);
  };
  const save = async (kind: 'md' | 'json'): Promise<void> => {
    const all = await turnsOf(session);
    download(`${session}.${kind}`, kind === 'md' ? asMarkdown(all) : JSON.stringify(all, null, 2));
  };
  return (
    <li>
      <button type="button" class="conversation" disabled={busy} onClick={() => run(open)}>
        <span>{title}</span>
        <span class="muted small">
          {turns} {turns === 1 ? 'question' : 'questions'} ·{' '}
          <time dateTime={lastAskedAt}>{new Date(lastAskedAt).toLocaleString()}</time>
        </span>
      </button>
      <div class="row">
        <Button look="quiet" label={`Markdown of: ${title}`} onClick={() => run(() => save('md'))}>
          Markdown
        </Button>
        <Button look="quiet" label={`JSON of: ${title}`} onClick={() => run(() => save('json'))}>
          JSON
        </Button>
        {caller !== null && caller.role !== 'reader' && (
          <Button look="quiet" label={`Delete: ${title}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      {problem && <ErrorNote problem={problem} />}
    </li>
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
