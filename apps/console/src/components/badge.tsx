import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon';

export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

/** A short label for a state. The text is complete; colour and icon only repeat it. */
export function Badge(props: {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`badge ${props.tone ?? 'plain'}`}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </span>
  );
}
