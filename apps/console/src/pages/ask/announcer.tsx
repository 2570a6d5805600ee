import type { JSX } from 'preact';
import { Store, useStore } from '../../store';

const said = new Store('');

/** Announces a text to screen readers without interrupting them. Not used for each piece of an answer. */
export function announce(words: string): void {
  if (said.value !== words) said.set(words);
}

export function Announcer(): JSX.Element {
  const words = useStore(said);
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {words}
    </p>
  );
}
