import type { JSX } from 'preact';

/** Shows that something is in progress, also to screen readers. */
export function Spinner({ label = 'Loading …' }: { readonly label?: string }): JSX.Element {
  return (
    <p class="spinner" role="status">
      {label}
    </p>
  );
}
