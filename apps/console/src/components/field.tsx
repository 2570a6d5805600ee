import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A labelled control: `children` receives the ids to set on it. */
export function Field(props: {
  readonly label: string;
  readonly hint?: string;
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
  }) => ComponentChildren;
}): JSX.Element {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.children({ id, 'aria-describedby': props.hint === undefined ? undefined : hintId })}
      {props.hint !== undefined && (
        <span class="hint" id={hintId}>
          {props.hint}
        </span>
      )}
    </div>
  );
}
