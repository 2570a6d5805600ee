import type { CarrierLimits } from '@quarry/engine';

/** Where a worker kills itself: its work is done and not committed, or committed and not reported. */
export type CrashPoint = 'after work' | 'after commit';

/** A crash on the first attempt of one hop. */
export interface Crash {
  readonly turnId: string;
  readonly v: number;
  readonly point: CrashPoint;
}

/** A hop whose first attempts throw. */
export interface Break {
  readonly turnId: string;
  readonly v: number;
  readonly times: number;
}

/** Settings of all worker processes of a fault run. */
export interface ProcessSettings {
  readonly redisUrl: string;
  readonly limits: Partial<CarrierLimits>;
  /** Folder for ledgers (one per process) and history rows (one per turn). */
  readonly folder: string;
  /** Service of each hop, by version. */
  readonly way: readonly string[];
  readonly crashes: readonly Crash[];
  readonly breaks: readonly Break[];
  /** False: every hop goes through its queue, as in the version before local hand-overs. */
  readonly handsOverHere: boolean;
  /** Minimum and maximum duration of a hop's work in milliseconds. */
  readonly workMs: readonly [least: number, most: number];
  /** Concurrent hops of a process, per service. */
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
