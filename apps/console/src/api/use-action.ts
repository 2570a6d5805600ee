import { useState } from 'preact/hooks';
import { asProblem, type Problem } from './problem';

/** Something that is done at a click: whether it is under way, and why it failed. */
export interface Action {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Does it; a second click meanwhile does nothing. */
  readonly run: (work: () => Promise<void>) => void;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = (work: () => Promise<void>): void => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  };
  return { busy, problem, run };
}
