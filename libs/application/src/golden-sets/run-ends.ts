import type { GoldenRun, GoldenRunHead, RunStatus } from '@quarry/golden-store';

/** True for a run that nobody works on any more. */
export function isOver({ status }: Pick<GoldenRunHead, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** The run as it is saved at its end. */
export function over(
  run: GoldenRun,
  end: {
    readonly status: Exclude<RunStatus, 'queued' | 'running'>;
    readonly reason: string | null;
    readonly now: number;
  },
): GoldenRun {
  const { status, reason, now } = end;
  return { ...run, version: run.version + 1, status, reason, endedAt: now, lease: null };
}
