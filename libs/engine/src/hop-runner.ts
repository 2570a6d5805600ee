import {
  advance,
  priceOf,
  settingsFor,
  stepAt,
  type CompiledPipeline,
  type CompiledStep,
  type PipelineSettings,
} from '@quarry/pipeline';
import {
  checkCitations,
  conclude,
  Fault,
  toFault,
  TURN_FORMAT,
  type Turn,
  type TurnEnd,
  type TurnEventBody,
  type TurnPatch,
} from '@quarry/turn';
import type { ActionHandler, ActionResult } from './action';
import {
  DEFAULT_LIMITS,
  type Claim,
  type HopJob,
  type PipelineShelf,
  type Target,
  type TurnLedger,
} from './carriers/carrier';
import { eventsOf } from './turn-log';

/** Steps of one service that run in one hop before the turn is committed, so that a crash repeats little. */
const MAX_STEPS_PER_HOP = 16;

/** A hop that took so long commits what it has, even where its own service goes on: several slow model calls need not fit one hop. */
const LONG_HOP_MS = DEFAULT_LIMITS.hopBudgetMs / 4;

/** How often a running attempt asks whether it still holds its turn: a cancel reaches a silent model call within this time. */
const HOLD_CHECK_MS = 1_000;

/** An attempt ends so long before the turn's deadline, as a share of its whole time and in milliseconds at most: its end must still be written. */
const END_IN_TIME = { share: 0.02, mostMs: 1_000 } as const;

/** An action, bound to its name in YAML. */
export type BoundActions = ReadonlyMap<string, ActionHandler>;

type Claimed = Extract<Claim, { kind: 'claimed' }>;

/**
 * Runs hops of one service: claim the turn, run the steps that the service owns one after another, commit, hand over
 * to the next owner. Order and limits: engine.md, "The hop protocol".
 */
export class HopRunner {
  constructor(
    private readonly service: string,
    private readonly carrier: TurnLedger & PipelineShelf,
    private readonly actions: BoundActions,
  ) {}

  /** Never throws for a turn's own failure, which is an end; throws only what another attempt may mend. */
  async run(job: HopJob): Promise<void> {
    const claim = await this.carrier.claim(job.t, job.v);
    if (claim.kind !== 'claimed') return;
    const hop = new Hop(job, claim, this.carrier);
    try {
      await this.work(hop);
    } catch (error) {
      if (hop.superseded) return;
      const fault = toFault(error);
      if (hop.timedOut !== null) return await hop.fail(hop.timedOut);
      const mayRetry = fault.retryable || fault.code === 'internal';
      if (mayRetry && claim.attempt < DEFAULT_LIMITS.maxAttempts && !hop.expired) throw fault;
      await hop.fail(fault);
    } finally {
      hop.dispose();
    }
  }

  private async work(hop: Hop): Promise<void> {
    if (hop.turn.format > TURN_FORMAT) {
      throw new Fault(
        'internal',
        `Turn ${hop.turn.id} has format ${hop.turn.format}; this ${this.service} understands up to ${TURN_FORMAT}. Update it.`,
      );
    }
    const published = await this.carrier.find(hop.turn.pipeline);
    if (!published)
      throw new Fault('pipeline_unknown', `Pipeline '${hop.turn.pipeline}' is not published here.`);
    const pipeline = { ...published, settings: settingsFor(published.settings, hop.turn.options) };
    let step = stepAt(pipeline, hop.at);
    for (let count = 1; ; count++) {
      const next = await this.runStep(hop, pipeline, step);
      if (next === null) return hop.commit(hop.turn.end ?? conclude(hop.turn));
      step = next;
      if (step.service !== this.service || count >= MAX_STEPS_PER_HOP || hop.isLong) {
        return hop.commit({ step: step.id, service: step.service });
      }
    }
  }

  private async runStep(
    hop: Hop,
    pipeline: CompiledPipeline,
    step: CompiledStep,
  ): Promise<CompiledStep | null> {
    const handler = this.actions.get(step.action);
    if (!handler)
      throw new Fault(
        'pipeline_invalid',
        `Service '${this.service}' has no action '${step.action}' (step '${step.id}' of '${pipeline.name}').`,
      );
    const before = hop.turn;
    const started = Date.now();
    hop.running = step.id;
    const result = await handler.run(before, step.params, {
      step,
      settings: pipeline.settings,
      prompts: pipeline.prompts,
      signal: hop.signal,
      emit: (body) => hop.emit(body),
    });
    hop.signal.throwIfAborted();
    const moved = advance(pipeline, { at: step.id, loops: before.spent.loops }, result.outcome);
    const loops = moved.kind === 'step' ? moved.position.loops : before.spent.loops;
    hop.apply(result, { step: step.id, loops, settings: pipeline.settings });
    await hop.emit({
      type: 'step.finished',
      service: this.service,
      step: step.id,
      action: step.action,
      outcome: moved.outcome,
      ms: Date.now() - started,
      inputTokens: hop.turn.spent.inputTokens - before.spent.inputTokens,
      outputTokens: hop.turn.spent.outputTokens - before.spent.outputTokens,
      note: result.note ?? '',
    });
    for (const event of eventsOf(before, hop.turn)) await hop.emit(event);
    return moved.kind === 'end' ? null : stepAt(pipeline, moved.position.at);
  }
}

/** One claimed attempt: the working copy of the turn, its patch, its events and its abort signal. */
class Hop {
  turn: Turn;
  /** Id of the step that runs now. */
  running: string;
  superseded = false;
  /** Set once the time of the attempt is over. */
  timedOut: Fault | null = null;
  private patch: TurnPatch = {};
  private events = 0;
  private readonly began = Date.now();
  private readonly abort = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly holdCheck: NodeJS.Timeout;

  constructor(
    private readonly job: HopJob,
    private readonly claim: Claimed,
    private readonly ledger: TurnLedger,
  ) {
    this.turn = claim.turn;
    this.running = claim.at;
    const { askedAt, deadline } = claim.turn;
    const reserve = Math.min(END_IN_TIME.mostMs, END_IN_TIME.share * (deadline - askedAt));
    const budget = Math.min(DEFAULT_LIMITS.hopBudgetMs, deadline - reserve - Date.now());
    this.timer = setTimeout(
      () => {
        this.timedOut = new Fault(
          'deadline',
          `Step '${this.running}' took longer than the ${Math.round(budget / 1000)} s that were left.`,
        );
        this.abort.abort(this.timedOut);
      },
      Math.max(0, budget),
    );
    this.holdCheck = setInterval(() => {
      // A store that cannot be reached just now says nothing about the turn.
      this.ledger.holds(this.job.t, this.job.v, this.claim.fence).then(
        (held) => {
          if (!held) this.lose();
        },
        () => undefined,
      );
    }, HOLD_CHECK_MS);
  }

  get at(): string {
    return this.claim.at;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isLong(): boolean {
    return Date.now() - this.began > LONG_HOP_MS;
  }

  get expired(): boolean {
    return Date.now() >= this.turn.deadline;
  }

  apply(
    result: ActionResult,
    done: {
      readonly step: string;
      readonly loops: number;
      readonly settings: Readonly<PipelineSettings>;
    },
  ): void {
    const made = (result.usage ?? []).map((call) => ({
      step: done.step,
      ...call,
      cost: priceOf(call, done.settings.prices),
    }));
    const { spent } = this.turn;
    const patch: TurnPatch = {
      ...result.patch,
      spent: {
        loops: done.loops,
        modelCalls: spent.modelCalls + made.length,
        inputTokens: made.reduce((sum, call) => sum + call.inputTokens, spent.inputTokens),
        outputTokens: made.reduce((sum, call) => sum + call.outputTokens, spent.outputTokens),
        calls: [...spent.calls, ...made],
      },
    };
    this.patch = { ...this.patch, ...patch };
    this.turn = { ...this.turn, ...patch };
  }

  async emit(body: TurnEventBody): Promise<void> {
    const reply = await this.ledger.emit(this.job.t, this.job.v, this.claim.fence, ++this.events, body);
    if (reply === 'ok') return;
    this.lose();
    this.abort.signal.throwIfAborted();
  }

  /** Another attempt, or nobody, owns the turn now: whatever runs is to stop, and nothing of it is written. */
  private lose(): void {
    this.superseded = true;
    this.abort.abort(new Fault('cancelled', 'The turn was cancelled, or another attempt took over.'));
  }

  async commit(next: Target | TurnEnd): Promise<void> {
    const patch = 'outcome' in next ? { ...this.patch, end: next } : this.patch;
    await this.ledger.advance(this.job.t, this.job.v, this.claim.fence, { patch, next, events: [] });
  }

  /**
   * Ends the turn `failed`. What the interrupted steps had found so far is kept. Where time is over and there is an answer, that of an
   * earlier pass or one that was still being checked, it ends in that one, with outcome `budget`; history does not keep it.
   */
  async fail(fault: Fault): Promise<void> {
    const { answer, evidence } = this.turn;
    if (fault.code !== 'deadline' || !answer)
      return this.commit({ outcome: 'failed', reason: fault.message, code: fault.code });
    const after = answer.pass === undefined ? '' : ` after pass ${answer.pass}`;
    const reason = `${fault.message} This is the best answer so far${after}.`;
    this.patch = {
      ...this.patch,
      answer: checkCitations(answer, evidence),
      stop: this.turn.stop ?? { rule: 'deadline', reason },
    };
    await this.commit({ outcome: 'budget', reason });
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearInterval(this.holdCheck);
  }
}
