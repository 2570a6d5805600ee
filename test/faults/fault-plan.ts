import type { CarrierLimits } from '@quarry/engine';

/** Where a worker kills itself: its work is done and not committed, or it is committed and nobody knows. */
export type CrashPoint = 'after work' | 'after commit';

/** A crash on the first attempt of one hop. */
export interface Crash {
  readonly turnId: string;
  readonly v: number;
  readonly point: CrashPoint;
}

/** What a worker process of a fault run is told. */
export interface ProcessSettings {
  readonly redisUrl: string;
  readonly limits: Partial<CarrierLimits>;
  /** Folder for ledgers (one a process) and history rows (one a turn). */
  readonly folder: string;
  /** Service of each hop, by version. */
  readonly way: readonly string[];
  readonly crashes: readonly Crash[];
}

/** Numbers in 0..1 that are the same for the same seed (mulberry32, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
