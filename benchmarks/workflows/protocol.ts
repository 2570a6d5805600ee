import type { Work } from './engine.ts';

/** What a process of an engine is started with. */
export interface Settings extends Work {
  readonly engine: string;
  readonly redisUrl: string;
  readonly folder: string;
  /** Begins so many turns, and kills itself with its hop number `killAt`. */
  readonly begin?: number;
  readonly killAt?: number;
  /** Brings the turns of an earlier process to their end, then ends. */
  readonly recover?: true;
}

/** One measurement that is asked for: over after so many turns or milliseconds, whichever is first. */
export interface Asked {
  readonly inFlight: number;
  readonly turns: number;
  readonly forMs: number;
}

export interface Measured {
  readonly turns: number;
  readonly hops: number;
  readonly turnsPerSecond: number;
  /** Milliseconds of a turn. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Microseconds of processor time of the engine's process a hop; Redis is not in it. */
  readonly cpuMicros: number;
}
