import { SpanKind, type Span } from '@opentelemetry/api';
import { advance, settingsFor, stepAt, type CompiledPipeline, type CompiledStep } from '@quarry/pipeline';
import { conclude, Fault, toFault, isWithinReach, shownRepository, type Turn } from '@quarry/turn';
import type { ActionHandler, ActionResult, HopContext } from './action';
import { ELSEWHERE_MS, LATER_MS } from './carriers/delivery';
import {
  DEFAULT_LIMITS,
  type Claim,
  type HopJob,
  type PipelineShelf,
  type TurnLedger,
} from './carriers/carrier';
import { Hop } from './hop';
import { NOBODY, type HopObserver } from './hop-observer';
import type { PromptRecorder } from './prompt-recorder';
import { logContext } from './log-context';
import { contextOf, inSpan } from './spans';
import { withStore } from './store-away';
import { eventsOf } from './turn-log';

/** Maximum number of steps of one service in one hop, before the turn is committed, so that a crash repeats little. */
const MAX_STEPS_PER_HOP = 16;

/** Milliseconds after which a job is delivered again if its turn was not claimed. After any other claim, it is done. */
const AGAIN_MS: Partial<Record<Claim['kind'], number>> = { newer: ELSEWHERE_MS, later: LATER_MS };

/** An action, by its name in YAML. */
export type BoundActions = ReadonlyMap<string, ActionHandler>;

/**
 * Runs hops of one service: claims the turn, runs the consecutive steps that the service owns, commits, and hands over
 * to the next owner. Order and limits: engine.md, "The hop protocol".
 */
export class HopRunner {
  constructor(
    private readonly service: string,
    private readonly carrier: TurnLedger & PipelineShelf,
    private readonly actions: BoundActions,
    private readonly observer: HopObserver = NOBODY,
    private readonly recorder: PromptRecorder | null = null,
  ) {}

  /**
   * Throws only errors that another attempt may resolve. A failure of the turn itself is an end, and is not thrown.
   * @param leaving aborts when this process no longer waits for running hops
   * @returns null if the job is done; otherwise after how many milliseconds it must be delivered again, without
   * counting this delivery: it was handed back, left to a process that understands it, or another hop must end first
   */
  async run(job: HopJob, waitedMs: number | null = null, leaving?: AbortSignal): Promise<number | null> {
    const startTime = Date.now();
    const claim = await this.carrier.claim(job.t, job.v);
    if (claim.kind !== 'claimed') {
      this.observer.hopEnded(this.service, 'skipped', null);
      return AGAIN_MS[claim.kind] ?? null;
    }
    const { turn, attempt, at } = claim;
    const attributes = () => ({
      'quarry.turn': job.t,
      'quarry.version': job.v,
      'quarry.service': this.service,
      'quarry.pipeline': turn.pipeline,
      'quarry.step': at,
      'quarry.attempt': attempt,
      ...(waitedMs === null ? {} : { 'quarry.waited_ms': waitedMs }),
    });
    const options = { kind: SpanKind.CONSUMER, startTime, parent: contextOf(turn.options.traceparent) };
    const work = (span: Span): Promise<number | null> =>
      this.attempt(new Hop(job, claim, this.carrier, waitedMs, leaving), claim.failures, span);
    return await logContext.run({ turn: job.t, service: this.service }, () =>
      inSpan(`hop ${this.service}`, attributes, work, options),
    );
  }

  private async attempt(hop: Hop, failures: number, span: Span): Promise<number | null> {
    try {
      await hop.stop.unlessStopped(this.work(hop));
      return null;
    } catch (error) {
      return await this.broken(hop, failures, error);
    } finally {
      hop.stop.dispose();
      span.setAttributes({
        'quarry.hop': hop.result,
        ...(hop.end === null ? {} : { 'quarry.outcome': hop.end.outcome }),
      });
      this.observer.hopEnded(this.service, hop.result, hop.ms);
    }
  }

  /** Handles an attempt that was stopped, or whose work threw. @throws Fault if another attempt may resolve it */
  private async broken(hop: Hop, failures: number, error: unknown): Promise<number | null> {
    if (hop.stop.superseded) {
      await hop.keep();
      return null;
    }
    if (hop.stop.left) return (await hop.giveBack()) ? 0 : null;
    const fault = toFault(error);
    if (error instanceof NotHere && (await hop.giveBack())) return ELSEWHERE_MS;
    if (hop.stop.timedOut !== null) {
      await hop.fail(hop.stop.timedOut);
      return null;
    }
    const mayRetry = fault.retryable || fault.code === 'internal';
    if (mayRetry && failures + 1 < DEFAULT_LIMITS.maxAttempts && !hop.stop.expired) throw fault;
    await hop.fail(fault);
    return null;
  }

  private async work(hop: Hop): Promise<void> {
    const published = await this.carrier.find(hop.turn.pipeline);
    if (!published)
      throw new Fault('pipeline_unknown', `Pipeline '${hop.turn.pipeline}' is not published here.`);
    const pipeline = { ...published, settings: settingsFor(published.settings, hop.turn.options) };
    checkReach(hop.turn, pipeline);
    let step = stepAt(pipeline, hop.at);
    for (let count = 1; ; count++) {
      // A newer process of this service may have the action: what was done so far is committed, and the step is left to
      // it.
      if (count > 1 && !this.actions.has(step.action))
        return await hop.commit({ step: step.id, service: step.service });
      const next = await this.runStep(hop, pipeline, step);
      if (next === null) return await hop.commit(hop.turn.end ?? conclude(hop.turn));
      step = next;
      if (step.service !== this.service || count >= MAX_STEPS_PER_HOP || hop.isLong) {
        return await hop.commit({ step: step.id, service: step.service });
      }
      await hop.tell();
    }
  }

  private async runStep(
    hop: Hop,
    pipeline: CompiledPipeline,
    step: CompiledStep,
  ): Promise<CompiledStep | null> {
    const handler = this.actions.get(step.action);
    if (!handler)
      throw new NotHere(
        'pipeline_invalid',
        `Service '${this.service}' has no action '${step.action}' (step '${step.id}' of '${pipeline.name}').`,
      );
    const before = hop.turn;
    const started = performance.now();
    const { settings, prompts } = pipeline;
    hop.begin(step.id, settings);
    const { signal } = hop.stop;
    const context: HopContext = {
      step,
      settings,
      prompts,
      signal,
      emit: (body) => hop.emit(body),
      sent: (prompt) => this.recorder?.sent(before, prompt),
      called: (call) => hop.called(call),
    };
    const attributes = () => ({ 'quarry.step': step.id, 'quarry.action': step.action });
    const run = () => withStore(hop, { step, settings }, () => handler.run(before, step.params, context));
    let result: ActionResult;
    try {
      result = await inSpan(`step ${step.id}`, attributes, run);
    } finally {
      this.observer.stepEnded(this.service, step.action, Math.round(performance.now() - started));
    }
    hop.stop.signal.throwIfAborted();
    const moved = advance(pipeline, { at: step.id, loops: before.spent.loops }, result.outcome);
    const loops = moved.kind === 'step' ? moved.position.loops : before.spent.loops;
    const reads = step.away !== undefined;
    hop.apply(result, { step: step.id, loops, reads, settings: pipeline.settings });
    hop.note({
      type: 'step.finished',
      service: this.service,
      step: step.id,
      action: step.action,
      outcome: moved.outcome,
      ms: Math.round(performance.now() - started),
      inputTokens: hop.turn.spent.inputTokens - before.spent.inputTokens,
      outputTokens: hop.turn.spent.outputTokens - before.spent.outputTokens,
      note: result.note ?? '',
      ...hop.tellWaited(),
    });
    hop.note(...eventsOf(before, hop.turn));
    return moved.kind === 'end' ? null : stepAt(pipeline, moved.position.at);
  }
}

/** This process cannot run the step. During a rolling restart, another process of its service may. */
class NotHere extends Fault {}

/** The gateway checked this when it opened the turn. Repeated here, so that a forged job cannot bypass the check. */
function checkReach({ tenant }: Turn, { name, settings }: CompiledPipeline): void {
  const named = [settings.repository, ...(settings.scope ?? []).map(({ repository }) => repository)];
  const beyond = named.find((repository) => !isWithinReach(tenant, repository));
  if (beyond === undefined) return;
  throw new Fault(
    'repository_unknown',
    `There is no repository '${shownRepository(beyond)}' that pipeline '${name}' could search for you.`,
  );
}
