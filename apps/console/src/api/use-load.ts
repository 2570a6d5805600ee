import { useCallback, useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from './problem';

/** The state of fetched data. Previous data stays while it is fetched again. */
export interface Loaded<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  /** Fetches it again. */
  readonly reload: () => void;
}

/**
 * Fetches when the component appears and whenever one of `keys` changes. A running request is aborted then, and when
 * the component is removed. `load` may depend only on `keys`.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  keys: readonly (string | number | boolean | null)[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: null, problem: null, loading: true });
  const [round, setRound] = useState(0);
  const which = JSON.stringify(keys);

  // Data for other keys is not shown.
  useEffect(() => setState({ data: null, problem: null, loading: true }), [which]);
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    load(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, problem: null, loading: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState((before) => ({ ...before, problem: asProblem(error), loading: false }));
      },
    );
    return () => {
      controller.abort();
    };
  }, [which, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { ...state, reload };
}
