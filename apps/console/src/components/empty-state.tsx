import type { ComponentChildren, JSX } from 'preact';

/** Explains why there is nothing, and what to do about it. */
export function EmptyState(props: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}
