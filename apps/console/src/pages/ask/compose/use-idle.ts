import { useEffect, useState } from 'preact/hooks';

/**
 * Whether a form is unused: true until it gets the focus, and again after a press or a focus outside it. That the focus
 * leaves is no sign: a press on a label gives it to what surrounds the form, before the press counts as a click.
 */
export function useIdle(form: {
  readonly current: HTMLElement | null;
}): readonly [idle: boolean, setIdle: (idle: boolean) => void] {
  const [idle, setIdle] = useState(true);
  useEffect(() => {
    if (idle) return;
    const leave = ({ type, target }: Event): void => {
      const own = form.current;
      if (!own || !(target instanceof Node) || own.contains(target)) return;
      if (type === 'pointerdown' || !target.contains(own)) setIdle(true);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, leave);
    return () => {
      for (const event of events) document.removeEventListener(event, leave);
    };
  }, [idle]);
  return [idle, setIdle];
}
