import { Fault } from '@quarry/turn';
import { median, quantile } from '../median';
import type { Times } from './timed';

/** Times of the same work on many inputs in milliseconds, and the mean CPU time of this process for one. */
export interface Measured extends Times {
  readonly cpuMs: number;
  readonly sumMs: number;
  readonly count: number;
}

/**
 * Does the work for each input, one after another; `after` is not measured. @throws Fault `cancelled`
 */
export async function measured<Input>(
  inputs: Iterable<Input>,
  work: (input: Input) => Promise<unknown>,
  {
    signal,
    after,
  }: { readonly signal?: AbortSignal; readonly after?: (input: Input) => Promise<unknown> } = {},
): Promise<Measured> {
  const ms: number[] = [];
  let cpuMs = 0;
  for (const input of inputs) {
    if (signal?.aborted === true) throw new Fault('cancelled', 'the measurement was stopped.');
    const began = performance.now();
    const before = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(before);
    cpuMs += (user + system) / 1000;
    ms.push(performance.now() - began);
    await after?.(input);
  }
  const sumMs = ms.reduce((sum, each) => sum + each, 0);
  return { p50: median(ms), p95: quantile(ms, 0.95), cpuMs: cpuMs / ms.length, sumMs, count: ms.length };
}

/** Resident memory of this process. */
export function memoryMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
