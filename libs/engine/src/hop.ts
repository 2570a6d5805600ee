import { priceOf, type PipelineSettings } from '@quarry/pipeline';
import { checkedAnswer } from '@quarry/protocol';
import {
  currentPass,
  readOf,
  withRead,
  type Answer,
  type Fault,
  type FaultCode,
  type ModelCall,
  type Spent,
  type Turn,
  type TurnEnd,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import type { ActionResult } from './action';
import { piecesBetween } from './carriers/evidence-pieces';
import { protocolEnds } from './carriers/ends';
import { DEFAULT_LIMITS, type Claim, type HopJob, type Target, type TurnLedger } from './carriers/carrier';
import type { HopOutcome } from './hop-observer';
import { HopStop } from './hop-stop';
import { withRepositories } from './named-repositories';
import { fitEvidence } from './weakest-evidence';
import { removedCitations } from './turn-log';

/** Faults of an unreachable store. */
export const AWAY: ReadonlySet<FaultCode> = new Set(['store_unavailable', 'redis_unavailable']);

/**
 * A hop that took longer than this commits its work even if its own service continues: several slow model calls may not
 * fit into one hop.
 */
const LONG_HOP_MS = DEFAULT_LIMITS.hopBudgetMs / 4;

/** Errors that carriers threw when hops emitted events. */
const carrierErrors = new WeakSet<object>();

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/** One claimed attempt: the working copy of the turn, its patch and its events. */
export class Hop {
  turn: Turn;
  /** Id of the running step. */
  running: string;
  readonly stop: HopStop;
  /** The end that it set for its turn. */
  end: TurnEnd | null = null;
  private written: HopOutcome = 'retried';
  private patch: TurnPatch = {};
  /** The part of the answer that the running step has written, and its model calls. */
  private text = '';
  private calls: ModelCall[] = [];
  private settings: Readonly<PipelineSettings> | undefined;
  private events = 0;
  /**
   * Events of the step that has just ended. They are part of its commit or, if the hop continues, are emitted before
   * the next step.
   */
  private pending: TurnEventBody[] = [];

  constructor(
    private readonly job: HopJob,
    private readonly claim: Claimed,
    private readonly ledger: TurnLedger,
    private waitedMs: number | null = null,
    leaving?: AbortSignal,
  ) {
    this.turn = claim.turn;
    this.running = claim.at;
    this.stop = new HopStop(claim.turn, {
      holds: () => ledger.holds(job.t, job.v, claim.fence),
      watch: (changed) => ledger.watch(job.t, changed),
      leaving,
      step: () => this.running,
    });
  }

  /** Starts a step: it has written nothing and called no model yet. */
  begin(step: string, settings: Readonly<PipelineSettings>): void {
    this.running = step;
    this.settings = settings;
    this.text = '';
    this.calls = [];
  }

  /** Records a model call of the running step that has ended, with any result. */
  called(call: ModelCall): void {
    this.calls.push(call);
  }

  /** How long the hop waited in its queue, once, for the first of its steps; empty if unknown or reported before. */
  tellWaited(): { readonly waitedMs?: number } {
    const { waitedMs } = this;
    this.waitedMs = null;
    return waitedMs === null ? {} : { waitedMs };
  }

  /** How the attempt ended, once it has. */
  get result(): HopOutcome {
    return this.stop.superseded ? 'superseded' : this.written;
  }

  /** Milliseconds since it started. */
  get ms(): number {
    return Math.round(performance.now() - this.stop.began);
  }

  get at(): string {
    return this.claim.at;
  }

  /** Number of emitted events. */
  get emitted(): number {
    return this.events;
  }

  /**
   * True for an error that the carrier threw when it emitted an event. It is not an error of a store, even on the same
   * server.
   */
  isCarriers(error: unknown): boolean {
    return typeof error === 'object' && error !== null && carrierErrors.has(error);
  }

  get isLong(): boolean {
    return this.ms > LONG_HOP_MS;
  }

  apply(
    result: ActionResult,
    done: {
      readonly step: string;
      readonly loops: number;
      /** The step uses a store: its results are recorded. */
      readonly reads?: boolean;
      readonly settings: Readonly<PipelineSettings>;
    },
  ): void {
    const made = (result.usage ?? []).map((call) => ({
      step: done.step,
      ...call,
      cost: priceOf(call, done.settings.prices),
    }));
    const { spent } = this.turn;
    const more = {
      loops: done.loops,
      modelCalls: spent.modelCalls + made.length,
      inputTokens: made.reduce((sum, call) => sum + call.inputTokens, spent.inputTokens),
      outputTokens: made.reduce((sum, call) => sum + call.outputTokens, spent.outputTokens),
      ...cachedBy(made, spent),
      calls: [...spent.calls, ...made],
    };
    const free = made.length === 0 && done.loops === spent.loops;
    const { reads = [] } = this.turn;
    const read = done.reads === true ? { reads: withRead(reads, readOf(this.turn, done.step, result)) } : {};
    const found = result.patch?.evidence;
    const evidence = found ? { evidence: withRepositories(found, this.turn.options.scope) } : {};
    const patch: TurnPatch = { ...result.patch, ...evidence, ...read, ...(free ? {} : { spent: more }) };
    if (Object.keys(patch).length > 0) {
      this.patch = { ...this.patch, ...patch };
      this.turn = { ...this.turn, ...patch };
    }
    if (patch.evidence) this.fit(done.step);
    this.text = '';
    this.calls = [];
  }

  /** Drops the weakest evidence of a turn that grows too large. */
  private fit(step: string): void {
    const fitted = fitEvidence(this.turn, step);
    this.patch = { ...this.patch, ...fitted };
    this.turn = { ...this.turn, ...fitted };
  }

  /** Queues events that are not urgent. The commit, or the next call of {@link tell}, emits them. */
  note(...bodies: readonly TurnEventBody[]): void {
    this.pending.push(...bodies);
  }

  /** Emits the queued events, all at once. */
  async tell(): Promise<void> {
    const bodies = this.pending;
    this.pending = [];
    if (bodies.length > 0) await this.emit(...bodies);
  }

  async emit(...bodies: readonly TurnEventBody[]): Promise<void> {
    for (const body of bodies) if (body.type === 'answer.delta') this.text += body.text;
    const first = this.events + 1;
    this.events += bodies.length;
    const sent = this.ledger.emit(this.job.t, this.job.v, this.claim.fence, first, ...bodies);
    const reply = await sent.catch((error: unknown) => {
      if (typeof error === 'object' && error !== null) carrierErrors.add(error);
      throw error;
    });
    if (reply === 'ok') return;
    this.stop.lose();
    this.stop.signal.throwIfAborted();
  }

  async commit(next: Target | TurnEnd): Promise<void> {
    this.stop.commits();
    const patch = 'outcome' in next ? { ...this.patch, ...this.shown(), end: next } : this.patch;
    const at = 'outcome' in next ? { at: this.running } : {};
    const pieces = piecesBetween(this.claim.turn.evidence, patch.evidence ?? this.claim.turn.evidence);
    const result = { patch, pieces, next, events: this.pending, n: this.events + 1, ...at };
    const reply = await this.ledger.advance(this.job.t, this.job.v, this.claim.fence, result);
    const failed = reply === 'too_large' || ('outcome' in next && next.outcome === 'failed');
    if (reply === 'ok' || reply === 'too_large') {
      this.written = failed ? 'failed' : 'committed';
      if ('outcome' in next) this.end = next;
    } else this.written = 'superseded';
  }

  /** The number of pieces in the prompt, because an ended turn no longer keeps the prompt. */
  private shown(): TurnPatch {
    const { context } = this.turn;
    const answer = this.patch.answer ?? this.turn.answer;
    return answer && context ? { answer: { ...answer, evidenceShown: context.items.length } } : {};
  }

  /**
   * Called after the attempt was stopped. If the turn was cancelled, it ends so, and keeps what the steps found, what
   * was written of the answer, and the model calls. If another attempt holds the turn, or it is over, nothing of this
   * one is written.
   */
  async keep(): Promise<void> {
    const text = this.text.trim();
    this.pay();
    if (text !== '') {
      const { spent } = this.turn;
      const writtenBy = spent.calls.at(-1)?.model ?? '';
      const pass = currentPass(this.turn);
      const answer = { english: text, text, citations: [], removedCitations: [], writtenBy, pass };
      this.keepAnswer(answer);
    }
    await this.commit(protocolEnds(DEFAULT_LIMITS).cancelled);
  }

  /** Keeps an answer that no step has checked yet. */
  private keepAnswer(draft: Answer): void {
    const answer = checkedAnswer(draft, this.turn.evidence);
    this.note(...removedCitations(this.turn, { ...this.turn, answer }));
    this.patch = { ...this.patch, answer };
  }

  /** Adds the calls of a step that did not complete, because they cost as well. */
  private pay(): void {
    const { calls, settings } = this;
    if (calls.length === 0 || !settings) return;
    this.calls = [];
    this.apply({ outcome: '', usage: calls }, { step: this.running, loops: this.turn.spent.loops, settings });
  }

  /** Hands the attempt back, so that it does not count. False if that is impossible. */
  giveBack(): Promise<boolean> {
    return this.ledger.giveBack(this.job.t, this.job.v, this.claim.fence, this.events > 0);
  }

  /**
   * Ends the turn `failed`, and keeps what the interrupted steps found. If time is over or a store stays unreachable,
   * and there is an answer (of an earlier pass, or one that was being checked), the turn ends with that answer, with
   * outcome `budget` or `partial`. The history does not keep it.
   */
  async fail(fault: Fault): Promise<void> {
    const { answer } = this.turn;
    const late = fault.code === 'deadline';
    if (!answer || !(late || AWAY.has(fault.code)))
      return this.commit({ outcome: 'failed', reason: fault.message, code: fault.code });
    const after = answer.pass === undefined ? '' : ` after pass ${answer.pass}`;
    const reason = `${fault.message} This is the best answer so far${after}.`;
    this.keepAnswer(answer);
    this.patch = {
      ...this.patch,
      stop: this.turn.stop ?? { rule: late ? 'deadline' : 'store_away', reason },
    };
    await this.commit({ outcome: late ? 'budget' : 'partial', reason });
  }
}

/** Input tokens from providers' caches, with those of these calls; empty without any. */
function cachedBy(made: readonly ModelCall[], spent: Spent): Pick<Spent, 'cachedTokens'> {
  const cachedTokens = made.reduce((sum, call) => sum + (call.cachedTokens ?? 0), spent.cachedTokens ?? 0);
  return cachedTokens > 0 ? { cachedTokens } : {};
}
