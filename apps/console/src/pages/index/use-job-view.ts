import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { jobEvents } from './data';
import { after, NOTHING_YET, type JobView } from './job-progress';

/** The state of a job from its events, while it runs. */
export function useJobView(
  id: string,
  running: boolean,
  onEnded: () => void,
): { readonly view: JobView; readonly problem: Problem | null } {
  const [view, setView] = useState(NOTHING_YET);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!running) return;
    const controller = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const event of jobEvents(id, controller.signal)) setView((before) => after(before, event));
      onEnded();
    };
    follow().catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(asProblem(error));
    });
    return () => {
      controller.abort();
    };
  }, [id, running]);
  return { view, problem };
}
