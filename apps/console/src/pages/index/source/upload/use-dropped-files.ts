import { useEffect, useRef } from 'preact/hooks';
import { asProblem, type Problem } from '../../../../api/problem';
import { pickedFrom, type Picked } from './picked-files';

/** Receives files that are dropped anywhere on the page, which the browser would otherwise open in its place. */
export function useDroppedFiles(active: boolean, onDropped: (found: Picked | Problem) => void): void {
  const latest = useRef(onDropped);
  latest.current = onDropped;
  useEffect(() => {
    if (!active) return;
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      pickedFrom(event.dataTransfer)
        .then((found) => {
          if (found) latest.current(found);
        })
        .catch((error: unknown) => latest.current(asProblem(error)));
    };
    addEventListener('dragover', allow);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', drop);
    };
  }, [active]);
}
