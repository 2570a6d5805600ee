import { useLayoutEffect } from 'preact/hooks';

/**
 * Marks a frame that scrolls sideways with where there is more of it (`data-more="start end"`): its style fades that
 * edge, so that it does not look complete.
 */
export function useScrollHint(frame: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const shown = frame.current;
    if (!shown) return;
    const mark = (): void => {
      const hidden = shown.scrollWidth - shown.clientWidth;
      const sides = [shown.scrollLeft > 1 ? 'start' : '', hidden - shown.scrollLeft > 1 ? 'end' : ''];
      shown.dataset['more'] = hidden > 1 ? sides.filter(Boolean).join(' ') : '';
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(shown);
    for (const child of shown.children) sizes.observe(child);
    shown.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      sizes.disconnect();
      shown.removeEventListener('scroll', mark);
    };
  }, []);
}
