import type { TracedHopDto, TracedStepDto } from '@quarry/client';

/** A time span as shares (0..1) of the whole. */
export interface Span {
  readonly from: number;
  readonly length: number;
}

export interface StepBar {
  readonly step: TracedStepDto;
  /** Null if its duration is unknown. */
  readonly span: Span | null;
}

export interface HopBar {
  readonly hop: TracedHopDto;
  /** Time in the queue; null if unknown or zero. */
  readonly wait: Span | null;
  /** From the start of its work to its last event. */
  readonly work: Span;
  readonly steps: readonly StepBar[];
}

/** Smallest visible share. */
const LEAST = 0.002;

/**
 * The bars of a trace. The steps of a hop run sequentially: each starts when the previous one ends.
 * @param beganAt when the question was asked, in milliseconds since the epoch
 * @param totalMs total duration
 */
export function waterfall(
  hops: readonly TracedHopDto[],
  beganAt: number,
  totalMs: number,
): readonly HopBar[] {
  const whole = Math.max(1, totalMs);
  const span = (fromMs: number, ms: number): Span => {
    const from = clamp((fromMs - beganAt) / whole);
    return { from: Math.min(from, 1 - LEAST), length: Math.max(LEAST, Math.min(ms / whole, 1 - from)) };
  };
  return hops.map((hop) => {
    const started = Date.parse(hop.startedAt);
    let at = started;
    const steps = hop.steps.map((step): StepBar => {
      if (step.ms === null) return { step, span: null };
      const bar = { step, span: span(at, step.ms) };
      at += step.ms;
      return bar;
    });
    const { waitedMs } = hop;
    return {
      hop,
      wait: waitedMs === null || waitedMs === 0 ? null : span(started - waitedMs, waitedMs),
      work: span(started, Math.max(hop.workMs, Date.parse(hop.endedAt) - started)),
      steps,
    };
  });
}

/** Round times for the axis, at most six, from 0. */
export function ticks(totalMs: number): readonly number[] {
  const rough = Math.max(1, totalMs) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => Math.round(index * step));
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
