import type { JSX } from 'preact';

/** Something is under way. The words are for everybody. */
export function Spinner({ label = 'Loading …' }: { readonly label?: string }): JSX.Element {
  return (
    <p class="spinner" role="status">
      {label}
    </p>
  );
}
