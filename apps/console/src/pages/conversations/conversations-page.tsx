import './conversations.css';
import type { SessionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { ConversationRow } from './conversation-row';
import { conversations } from './data';
import { DeleteConversation } from './delete-conversation';
import { RenameConversation } from './rename-conversation';
import { t } from '../../language/messages';

/** Conversations that are shown at first, and with each press on "Show older". */
const PAGE = 50;
/** Time after which a search begins, in milliseconds. */
const SETTLED_MS = 250;

/** Conversations of the caller's tenant: search, open, rename, pin, export, delete. */
export function ConversationsPage(): JSX.Element {
  const [words, setWords] = useState('');
  const searched = useSettled(words.trim());
  const most = useRef(PAGE);
  const { data, problem, loading, reload } = useLoad(
    (signal) => conversations(searched, most.current, signal),
    [searched],
  );
  const [deleted, setDeleted] = useState<SessionDto | null>(null);
  const [renamed, setRenamed] = useState<SessionDto | null>(null);
  const found = data?.conversations ?? [];
  return (
    <Page
      title={t('Conversations')}
      about={t('Questions that were asked one after the other, by their name or first question.')}
    >
      <div class="stack">
        <Field label={t('Words')}>
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="search"
              placeholder={t('of the name or the first question')}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Field>
        {problem && <ErrorNote problem={problem} onRetry={reload} />}
        {!data && !problem && <Spinner />}
        {data && found.length === 0 && (
          <EmptyState title={searched === '' ? t('No conversations yet') : t('No conversation matches')}>
            <p>{t('Each first question begins one; follow-ups continue it.')}</p>
          </EmptyState>
        )}
        <ul class="conversations" aria-label={t('Conversations')}>
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
        {data?.more === true && (
          <div>
            <Button
              disabled={loading}
              onClick={() => {
                most.current += PAGE;
                reload();
              }}
            >
              {t('Show older')}
            </Button>
          </div>
        )}
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

/** A text that has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
