import type { JSX } from 'preact';
import type { Span } from './waterfall';

/** A bar on the time axis. */
export function Bar({ kind, span }: { readonly kind: string; readonly span: Span }): JSX.Element {
  return (
    <span class={`bar ${kind}`} style={{ left: `${100 * span.from}%`, width: `${100 * span.length}%` }} />
  );
}
