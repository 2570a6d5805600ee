import type { JSX, TargetedFocusEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export interface MenuItem {
  readonly title: string;
  readonly icon: IconName;
  readonly onChoose: () => void;
  /** A class by which a key finds the item; it works while the menu is closed, too. */
  readonly class?: string;
  /** It cannot be undone. */
  readonly danger?: boolean;
}

/** A button that opens a list of actions. Arrow keys move between them; Escape and a press elsewhere close it. */
export function Menu(props: {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly disabled?: boolean;
}): JSX.Element {
  const { label, items, disabled = false } = props;
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const entries = (): readonly HTMLButtonElement[] => [...(list.current?.querySelectorAll('button') ?? [])];
  useLayoutEffect(() => {
    if (!open) return;
    entries()[0]?.focus();
    const pressed = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && frame.current?.contains(target) === true)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    return () => {
      document.removeEventListener('pointerdown', pressed);
    };
  }, [open]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const shown = entries();
    const at = shown.findIndex((entry) => entry === document.activeElement);
    const last = shown.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (event.key === 'Escape') close();
    else if (target !== undefined) shown[target]?.focus();
    else return;
    event.preventDefault();
  };
  // Not every browser focuses a button that is pressed: only a focus elsewhere closes the list.
  const left = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDivElement>): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div
      class="menu"
      ref={frame}
      onFocusOut={left}
      onKeyDown={(event) => {
        if (open) move(event);
      }}
    >
      <Button
        look="quiet"
        icon="more"
        label={label}
        popup
        expanded={open}
        disabled={disabled}
        buttonRef={button}
        onClick={() => setOpen(!open)}
      />
      <ul role="menu" aria-label={label} ref={list} hidden={!open}>
        {items.map((item) => (
          <li key={item.title} role="none">
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={['menu-item', item.class ?? '', item.danger === true ? 'danger' : '']
                .filter(Boolean)
                .join(' ')}
              onClick={() => {
                if (open) close();
                item.onChoose();
              }}
            >
              <Icon name={item.icon} />
              {item.title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
