import type { JSX } from 'preact';
import type { Span } from './waterfall';

/** A bar of the clock. */
export function Bar({ kind, span }: { readonly kind: string; readonly span: Span }): JSX.Element {
  return (
    <span class={`bar ${kind}`} style={{ left: `${100 * span.from}%`, width: `${100 * span.length}%` }} />
  );
}
