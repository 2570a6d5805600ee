import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon';

export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

/** A short word about a state. It says it in words; colour and icon only repeat them. */
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
