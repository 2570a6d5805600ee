import type { JSX } from 'preact';

/** An answer in a cell. A long one scrolls, also by keyboard. */
export function LongAnswer({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="golden-answer" tabIndex={0}>
      {text}
    </div>
  );
}
