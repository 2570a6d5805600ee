import { useEffect } from 'preact/hooks';

/** Calls `again` at this interval while the page is visible and `active`. */
export function usePoll(again: () => void, everyMs: number, active = true): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [again, everyMs, active]);
}
