import type { JSX } from 'preact';

/** Text in which back-ticks mark code. No other Markdown is interpreted. */
export function Words({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
