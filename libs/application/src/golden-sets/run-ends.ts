import type { GoldenRun, GoldenRunHead, RunStatus } from '@quarry/golden-store';

/** Whether the run has ended. */
export function isOver({ status }: Pick<GoldenRunHead, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** The ended run. */
export function over(
  run: GoldenRun,
  end: {
    readonly status: Exclude<RunStatus, 'queued' | 'running'>;
    readonly reason: string | null;
    readonly now: number;
  },
): GoldenRun {
  const { status, reason, now } = end;
  return { ...run, status, reason, endedAt: now, lease: null };
}
