import type { JSX } from 'preact';
import type { Part } from './part';

/** A line of code in its colours. */
export function CodeParts({ parts }: { readonly parts: readonly Part[] }): JSX.Element {
  return (
    <>
      {parts.map(({ text, as }, at) =>
        as === null ? (
          text
        ) : (
          <span key={at} class={`code-${as}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}
