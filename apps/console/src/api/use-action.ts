import { useState } from 'preact/hooks';
import { asProblem, type Problem } from './problem';

/** An action that a click triggers: whether it is running, and why it failed. */
export interface Action {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Runs it. Does nothing while it is running. */
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
