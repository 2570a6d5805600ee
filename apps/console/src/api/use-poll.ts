import { useEffect } from 'preact/hooks';

/** Calls `again` every so many milliseconds while the page is seen and `active`. */
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
