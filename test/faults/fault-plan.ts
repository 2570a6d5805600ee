import type { CarrierLimits } from '@quarry/engine';

/** Where a worker kills itself: its work is done and not committed, or it is committed and nobody knows. */
export type CrashPoint = 'after work' | 'after commit';

/** A crash on the first attempt of one hop. */
export interface Crash {
  readonly turnId: string;
  readonly v: number;
  readonly point: CrashPoint;
}

/** What all worker processes of a fault run are told. */
export interface ProcessSettings {
  readonly redisUrl: string;
  readonly limits: Partial<CarrierLimits>;
  /** Folder for ledgers (one a process) and history rows (one a turn). */
  readonly folder: string;
  /** Service of each hop, by version. */
  readonly way: readonly string[];
  readonly crashes: readonly Crash[];
  /** Milliseconds that the work of a hop takes, at least and at most. */
  readonly workMs: readonly [least: number, most: number];
  /** Hops that a process runs at a time, of each of its services. */
  readonly concurrency: number;
}

/** The eight hops of a turn of a fault run, over the queues of the seven services. */
export const WAY = [
  ...['gateway', 'router', 'retriever', 'graph-expander'],
  ...['answerer', 'loop-guard', 'answerer', 'history-summarizer'],
];

/** The queues of {@link WAY}. */
export const SERVICES: readonly string[] = [...new Set(WAY)];

/** The seed of this run: QUARRY_FAULT_SEED, as `./quarry test --faults --seed N` sets it. */
export const SEED = Number(process.env.QUARRY_FAULT_SEED ?? '20251121');
