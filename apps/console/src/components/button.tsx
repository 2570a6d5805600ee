import type { ComponentChildren, JSX, Ref } from 'preact';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  /** `primary`: the main action; `quiet`: without a frame; `danger`: cannot be undone. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** Accessible name, for a button that shows only an icon, or fewer words. */
  readonly label?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  /** Opens a menu. */
  readonly popup?: boolean;
  readonly class?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps): JSX.Element {
  const { look = 'plain', icon, label, type = 'button', disabled, pressed, expanded, children } = props;
  const classes = [
    'button',
    look === 'plain' ? '' : look,
    children === undefined ? 'icon-only' : '',
    props.class ?? '',
  ];
  return (
    <button
      ref={props.buttonRef}
      type={type}
      class={classes.filter(Boolean).join(' ')}
      disabled={disabled}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={props.popup === true ? 'menu' : undefined}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
