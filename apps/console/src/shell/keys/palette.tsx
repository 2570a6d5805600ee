import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useCaller } from '../../api/caller';
import { recentConversations } from '../../api/conversations';
import { useLoad } from '../../api/use-load';
import { Dialog } from '../../components/dialog';
import { PAGES } from '../pages';
import { navigate } from '../router';
import { t } from '../../language/messages';

/** Most entries that are shown. */
const SHOWN = 9;

/** Conversations that are searched. */
const CONVERSATIONS = 50;

interface Entry {
  readonly to: string;
  readonly title: string;
  readonly kind: string;
}

/** Goes to a page or a conversation by a few letters of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const caller = useCaller();
  const conversations = useLoad(recentEntries, []).data ?? [];
  const list = useId();
  const pages = PAGES.filter(({ needs }) => needs === undefined || needs === caller?.role);
  const entries = [...pages.map(({ to, title }) => ({ to, title, kind: t('Page') })), ...conversations]
    .filter(({ title }) => matches(title, typed))
    .slice(0, SHOWN);
  const chosen = Math.min(at, entries.length - 1);
  const go = ({ to }: Entry): void => {
    onClose();
    navigate(to);
  };
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[chosen];
    if (by !== undefined) setAt(Math.max(0, Math.min(entries.length - 1, chosen + by)));
    else if (event.key === 'Enter' && entry) go(entry);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('Go to')} onClose={onClose}>
      <div class="palette">
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label={t('Page or conversation')}
          aria-controls={list}
          aria-expanded="true"
          aria-activedescendant={entries.length > 0 ? `${list}-${chosen}` : undefined}
          autofocus
          autocomplete="off"
          value={typed}
          onKeyDown={move}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
        />
        <ul id={list} role="listbox" aria-label={t('Pages and conversations')}>
          {entries.map((entry, index) => (
            <li
              key={entry.to}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => go(entry)}
            >
              <span>{entry.title}</span>
              <span class="muted small">{entry.kind}</span>
            </li>
          ))}
        </ul>
        {entries.length === 0 && <p class="muted small">{t('Nothing has this name.')}</p>}
      </div>
    </Dialog>
  );
}

/** Whether a title has all of the words, in any order and case. */
function matches(title: string, typed: string): boolean {
  const name = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

async function recentEntries(signal: AbortSignal): Promise<readonly Entry[]> {
  const found = await recentConversations(CONVERSATIONS, signal);
  return found.map(({ name, last }) => ({
    to: `/turns/${encodeURIComponent(last.id)}`,
    title: name,
    kind: t('Conversation'),
  }));
}
