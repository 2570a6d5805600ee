import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { jobEvents } from './data';
import { after, NOTHING_YET, type JobView } from './job-progress';

/** The state of a job from its events, while it runs. Its last event may come after `running` is false, or never. */
export function useJobView(
  id: string,
  running: boolean,
  onLastEvent: () => void,
): { readonly view: JobView; readonly problem: Problem | null } {
  const [view, setView] = useState(NOTHING_YET);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!running) return;
    const controller = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const event of jobEvents(id, controller.signal)) setView((before) => after(before, event));
      onLastEvent();
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
