import { median, quantile } from '../median';

/** Times of one side, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
}

/** The same value for the embedded store and for the server. */
export interface Both<Value> {
  readonly embedded: Value;
  readonly server: Value;
}

export type Side = keyof Both<unknown>;

/** Results of both sides for the same work, and the milliseconds that each took. */
export interface TimedPair<Result> {
  readonly results: Both<Result>;
  readonly ms: Both<number>;
}

/** Does the same work on both sides, one after the other. The side that goes first alternates with `at`. */
export async function timePair<Result>(
  at: number,
  work: (side: Side) => Promise<Result>,
): Promise<TimedPair<Result>> {
  const timed = async (side: Side): Promise<readonly [Result, number]> => {
    const began = performance.now();
    const result = await work(side);
    return [result, performance.now() - began];
  };
  const [first, second]: readonly [Side, Side] =
    at % 2 === 0 ? ['embedded', 'server'] : ['server', 'embedded'];
  const one = await timed(first);
  const other = await timed(second);
  const [embedded, server] = first === 'embedded' ? [one, other] : [other, one];
  return {
    results: { embedded: embedded[0], server: server[0] },
    ms: { embedded: embedded[1], server: server[1] },
  };
}

export function timesOf(pairs: readonly TimedPair<unknown>[]): Both<Times> {
  const of = (side: Side): Times => {
    const ms = pairs.map((pair) => pair.ms[side]);
    return { p50: median(ms), p95: quantile(ms, 0.95) };
  };
  return { embedded: of('embedded'), server: of('server') };
}
