import { Fault } from '@quarry/turn';
import { quantile } from '../median';
import type { TurnPlan } from './plan';
import type { Side } from './sides';
import { combine } from './usage';

export interface RoundOptions {
  readonly plan: TurnPlan;
  /** Turns in flight at any time. */
  readonly inFlight: number;
  /** A round ends after this many turns or milliseconds, whichever comes first. */
  readonly turns: number;
  readonly forMs: number;
  readonly signal: AbortSignal;
}

/** The result of one side in one round. */
export interface Round {
  readonly turns: number;
  /** Hops that the workers report. */
  readonly hops: number;
  readonly turnsPerSecond: number;
  /** Milliseconds from the question until the asker sees the end. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU time per hop of all Node processes, and of Redis, in microseconds. */
  readonly nodeMicros: number;
  readonly redisMicros: number;
  /** Per hop. Commands include those in scripts; bytes are those that Redis received and sent. */
  readonly scripts: number;
  readonly commands: number;
  readonly bytes: number;
}

/** Keeps `inFlight` turns in flight until the round ends, and waits for the last of them. @throws Fault `cancelled` */
export async function runRound(side: Side, options: RoundOptions): Promise<Round> {
  const { plan, inFlight, turns, forMs, signal } = options;
  const latencies: number[] = [];
  let asked = 0;
  const before = await side.usage();
  const from = performance.now();
  const ask = async (): Promise<void> => {
    while (asked < turns && performance.now() - from < forMs) {
      if (signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
      asked++;
      const began = performance.now();
      await side.run(plan);
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  const seconds = (performance.now() - from) / 1_000;
  const used = combine(await side.usage(), before, -1);
  const each = (amount: number): number => amount / Math.max(1, used.hops);
  return {
    turns: latencies.length,
    hops: used.hops,
    turnsPerSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    nodeMicros: each(used.nodeMicros),
    redisMicros: each(used.redisMicros),
    scripts: each(used.scripts),
    commands: each(used.commands),
    bytes: each(used.bytes),
  };
}
