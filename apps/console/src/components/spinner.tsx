import type { JSX } from 'preact';
import { t } from '../language/messages';

/** Shows that something is in progress, also to screen readers. */
export function Spinner({ label = t('Loading …') }: { readonly label?: string }): JSX.Element {
  return (
    <p class="spinner" role="status">
      {label}
    </p>
  );
}
