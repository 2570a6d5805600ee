import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Choices that unfold over the page. Escape, a press elsewhere and a focus elsewhere fold them again. */
export function Folded(props: {
  readonly title: string;
  /** What is chosen. */
  readonly summary: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!open) return;
    const left = ({ target }: Event): void => {
      if (!(target instanceof Node && frame.current?.contains(target) === true)) setOpen(false);
    };
    document.addEventListener('pointerdown', left);
    document.addEventListener('focusin', left);
    return () => {
      document.removeEventListener('pointerdown', left);
      document.removeEventListener('focusin', left);
    };
  }, [open]);
  return (
    <details
      class="choice folded"
      ref={frame}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return;
        event.stopPropagation();
        setOpen(false);
        frame.current?.querySelector('summary')?.focus();
      }}
    >
      <summary title={props.title}>{props.summary}</summary>
      {props.children}
    </details>
  );
}
