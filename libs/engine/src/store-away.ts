import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledStep, PipelineSettings } from '@quarry/pipeline';
import { addDegraded, currentPass, Fault, trimEndOf, type FaultCode, type StoreName } from '@quarry/turn';
import type { ActionResult } from './action';
import { AWAY, type Hop } from './hop';

/** A damaged store is to be mended, not gone round; but a cache may be lost at any time, and a turn can do without the graph. */
const LOST: ReadonlySet<FaultCode> = new Set(['index_damaged', 'index_newer']);
const MAY_BE_LOST: ReadonlySet<StoreName> = new Set(['sessions', 'graph']);

/** Pauses between tries, in milliseconds: the first, doubled up to the longest; a quarter more or less, so that turns do not come back all at once. */
const PAUSE = { first: 1_000, longest: 8_000, jitter: 0.25 } as const;

/** How long a step that can do without its store waits for it where the pipeline does not say: time for one more try. */
const SHORT_MS = 500;

/** An attempt waits no longer than this before its time is over, in milliseconds: its end must still be written. */
const IN_TIME_MS = 2_000;

interface StepAt {
  readonly step: CompiledStep;
  readonly settings: Readonly<PipelineSettings>;
}

/**
 * Runs a step's action. Where its store cannot be used it is tried again, with growing pauses, for as long as step and pipeline say and the
 * attempt has time. Then the turn goes on with the step's `on_unavailable`, and says so in `degraded`.
 * @throws Fault the store's, not retryable, where the step has no `on_unavailable`; whatever else the action throws, at once
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
      return await run();
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

/** How long a step waits for its store; not at all where the same pass went on without it already. */
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

/** The same fault for good, with how long it was tried. */
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

/** Waits, or throws as soon as the attempt is over. Not less by the clock: a timer may end a millisecond early, and there would be one try more. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await sleep(left, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}
