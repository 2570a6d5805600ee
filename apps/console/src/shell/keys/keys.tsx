import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { navigate } from '../router';
import { KeyHelp } from './key-help';
import { openSource, pressInEntry, step, typeQuestion } from './moves';
import { Palette } from './palette';

/** Keys of the whole console. While a field has the focus, only Ctrl-K works: everything else is text. */
export function Keys(): JSX.Element | null {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  // Before the page is painted: its keys work as soon as it is seen.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { key } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        setShown((now) => (now === 'palette' ? null : 'palette'));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (key === '?') setShown('help');
      else if (key === '/' && !typeQuestion()) navigate('/ask');
      else if (key === 'j') step(1);
      else if (key === 'k') step(-1);
      else if (key === 'p' || key === 'r') {
        if (!pressInEntry(key)) return;
      } else if (/^[1-9]$/.test(key)) openSource(Number(key));
      else if (key !== '/') return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('keydown', pressed);
    };
  }, []);
  if (shown === 'help') return <KeyHelp onClose={() => setShown(null)} />;
  if (shown === 'palette') return <Palette onClose={() => setShown(null)} />;
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  );
}
