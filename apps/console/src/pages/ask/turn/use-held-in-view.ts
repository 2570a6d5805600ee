import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** What a reader does to move: from then on, the page stays where the reader puts it. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls an element to the top of the window, and keeps it there while the page around it grows, until the reader
 * moves. The previous turns of a conversation load above the current one and would push it out of view.
 */
export function useHeldInView(element: RefObject<HTMLElement | null>, when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const hold = (): void => element.current?.scrollIntoView({ block: 'start' });
    hold();
    const observer = new ResizeObserver(hold);
    observer.observe(document.body);
    const release = (): void => {
      observer.disconnect();
      for (const move of MOVES) removeEventListener(move, release);
    };
    for (const move of MOVES) addEventListener(move, release, { passive: true });
    return release;
  }, [when]);
}
