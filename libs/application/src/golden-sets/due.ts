import type { GoldenRunHead, GoldenSchedule, RunTrigger } from '@quarry/golden-store';
import { nameOf } from './golden-run.service';

const HOUR_MS = 3_600_000;

/**
 * A version that ran within this time is not run again because of its change: during a rollout, gateways of both
 * versions would start runs in turn.
 */
export const SAME_VERSION_MS = HOUR_MS;

/** The inputs for the decision about a schedule. */
export interface Known {
  /** Runs of the set, newest first. */
  readonly runs: readonly GoldenRunHead[];
  /** Name → current `name@digest` of each pipeline of the schedule. If one is missing, nothing is due. */
  readonly current: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The run that a schedule requests now, and the run that it follows. */
export interface Due {
  readonly trigger: Exclude<RunTrigger, 'request'>;
  /** Id of the last run of the same pipelines; empty without one. */
  readonly after: string;
}

/**
 * Whether a run is due; null if not. Without a run of these pipelines, it is. Otherwise by time, when `everyHours` have
 * passed since the last one started; or by change, when one of the pipelines has another version than in the last one.
 * Never while a run is open. Pure.
 */
export function dueNow(schedule: GoldenSchedule, { runs, current, now }: Known): Due | null {
  const refs = schedule.pipelines.map((name) => current.get(name));
  if (refs.some((ref) => ref === undefined)) return null;
  const own = runs.filter(({ pipelines }) => sameNames(pipelines, schedule.pipelines));
  if (own.some(({ status }) => status === 'queued' || status === 'running')) return null;
  const [last] = own;
  const after = last?.id ?? '';
  const byTime = schedule.everyHours !== null;
  if (!last)
    return byTime || schedule.onPipelineChange ? { trigger: byTime ? 'time' : 'pipeline', after } : null;
  if (schedule.everyHours !== null && now - last.createdAt >= schedule.everyHours * HOUR_MS)
    return { trigger: 'time', after };
  const wanted = [...refs].sort().join();
  const isSame = ({ pipelines }: GoldenRunHead) => [...pipelines].sort().join() === wanted;
  const recently = own.some((run) => isSame(run) && now - run.createdAt < SAME_VERSION_MS);
  return schedule.onPipelineChange && !isSame(last) && !recently ? { trigger: 'pipeline', after } : null;
}

function sameNames(refs: readonly string[], names: readonly string[]): boolean {
  return refs.map(nameOf).sort().join() === [...names].sort().join();
}
