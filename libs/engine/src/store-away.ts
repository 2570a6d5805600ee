import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledStep, PipelineSettings } from '@quarry/pipeline';
import {
  addDegraded,
  currentPass,
  Fault,
  lackOf,
  notingLeftOut,
  trimEndOf,
  type FaultCode,
  type LeftOut,
  type StoreName,
} from '@quarry/turn';
import type { ActionResult } from './action';
import { AWAY, type Hop } from './hop';

/** A damaged store needs repair. A cache or the graph may be missing, because a turn can do without it. */
const LOST: ReadonlySet<FaultCode> = new Set(['index_damaged', 'index_newer']);
const MAY_BE_LOST: ReadonlySet<StoreName> = new Set(['sessions', 'graph']);

/**
 * Pauses between attempts, in milliseconds: the first, doubled up to the longest. Each varies by a quarter, so that
 * turns do not all return at the same moment.
 */
const PAUSE = { first: 1_000, longest: 8_000, jitter: 0.25 } as const;

/**
 * How long a step that can do without its store waits for it, if the pipeline does not say: enough for one more
 * attempt.
 */
const SHORT_MS = 500;

/**
 * An attempt stops waiting this long before its time is over, in milliseconds, because its end must still be written.
 */
const IN_TIME_MS = 2_000;

interface StepAt {
  readonly step: CompiledStep;
  readonly settings: Readonly<PipelineSettings>;
}

/**
 * Runs a step's action. If its store is unavailable, retries with growing pauses, for as long as step and pipeline
 * allow and the attempt has time. Then the turn continues with the step's `on_unavailable`, and records that in
 * `degraded`. Damaged repositories of a question about several are left out, and recorded there as well.
 * @throws Fault of the store, not retryable, if the step has no `on_unavailable`; any other error of the action at once
 */
export async function withStore(
  hop: Hop,
  { step, settings }: StepAt,
  run: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    const emitted = hop.emitted;
    try {
      return await withoutRepositories(hop, step, await notingLeftOut(run));
    } catch (error) {
      hop.stop.signal.throwIfAborted();
      const fault = unusable(error, hop, step);
      if (!fault) throw error;
      const streamed = hop.emitted > emitted;
      const until = Math.min(began + patienceMs(hop, { step, settings }), hop.stop.endsAt - IN_TIME_MS);
      const leftMs = until - performance.now();
      if (!fault.retryable || leftMs <= 0) return await goOn(hop, step, gaveUp(fault, tries, began));
      if (tries === 1 && leftMs > SHORT_MS) await say(hop, step, { reason: fault.message, waits: true });
      await pause(Math.min(pauseMs(tries), leftMs), hop.stop.signal);
      if (streamed) await hop.emit({ type: 'reset' });
    }
  }
}

/** The result of a step, which records the repositories that its reads were made without. */
async function withoutRepositories(
  hop: Hop,
  step: CompiledStep,
  { result, leftOut }: { readonly result: ActionResult; readonly leftOut: readonly LeftOut[] },
): Promise<ActionResult> {
  const pass = currentPass(hop.turn);
  const store = step.away?.store.name ?? 'search';
  let degraded = result.patch?.degraded ?? hop.turn.degraded ?? [];
  for (const one of leftOut) {
    const { reason } = one;
    const lacks = lackOf(one);
    if (degraded.some((item) => item.pass === pass && item.lacks === lacks && item.reason === reason))
      continue;
    degraded = addDegraded(degraded, { step: step.id, store, lacks, reason }, pass);
    await hop.emit({ type: 'store.away', pass, step: step.id, store, reason, waits: false });
  }
  return leftOut.length === 0 ? result : { ...result, patch: { ...result.patch, degraded } };
}

/** How long a step waits for its store; 0 if the same pass has already continued without it. */
function patienceMs({ turn }: Hop, { step, settings }: StepAt): number {
  const { away } = step;
  if (away === undefined || away.outcome === null)
    return 1_000 * (away?.retrySeconds ?? settings.unavailable_retry_seconds);
  const pass = currentPass(turn);
  const known = turn.degraded?.some((item) => item.pass === pass && item.store === away.store.name);
  if (known === true) return 0;
  return away.retrySeconds === null ? SHORT_MS : 1_000 * away.retrySeconds;
}

function pauseMs(tries: number): number {
  const { first, longest, jitter } = PAUSE;
  return Math.min(longest, first * 2 ** (tries - 1)) * (1 + jitter * (2 * Math.random() - 1));
}

function unusable(error: unknown, hop: Hop, { away }: CompiledStep): Fault | null {
  if (!(error instanceof Fault) || hop.isCarriers(error)) return null;
  const lost = away !== undefined && MAY_BE_LOST.has(away.store.name) && LOST.has(error.code);
  return AWAY.has(error.code) || lost ? error : null;
}

/** The same fault, not retryable, with how long it was retried. */
function gaveUp(fault: Fault, tries: number, began: number): Fault {
  const seconds = Math.floor((performance.now() - began) / 1_000);
  const tried = seconds === 0 ? '' : ` Tried ${tries} times in ${seconds} s.`;
  return new Fault(fault.code, `${trimEndOf(fault.message, '. ')}.${tried}`, { cause: fault });
}

async function goOn(hop: Hop, { id, away }: CompiledStep, fault: Fault): Promise<ActionResult> {
  if (away === undefined || away.outcome === null) throw fault;
  const { name: store, lacks } = away.store;
  const reason = fault.message;
  await say(hop, { id, away }, { reason, waits: false });
  const degraded = addDegraded(hop.turn.degraded, { step: id, store, lacks, reason }, currentPass(hop.turn));
  return { outcome: away.outcome, patch: { degraded }, note: `${lacks}: ${reason}` };
}

async function say(
  hop: Hop,
  { id, away }: Pick<CompiledStep, 'id' | 'away'>,
  { reason, waits }: { readonly reason: string; readonly waits: boolean },
): Promise<void> {
  const store = away === undefined ? {} : { store: away.store.name };
  await hop.emit({ type: 'store.away', pass: currentPass(hop.turn), step: id, ...store, reason, waits });
}

/**
 * Waits, or throws as soon as the attempt is over. Never shorter by the clock: a timer may fire a millisecond early,
 * which would add one attempt.
 */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await sleep(left, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}
