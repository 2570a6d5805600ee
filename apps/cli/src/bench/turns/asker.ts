import type { Carrier, Target } from '@quarry/engine';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { Fault, newTurnId, openTurn, type NewTurn, type Turn } from '@quarry/turn';
import { pipelineOf } from './hop-services';
import { evidenceOf, QUESTION, RING, wayOf, workFor, type TurnPlan } from './plan';

/** Turns stored concurrently, and stored turns per pipeline. */
const STORED_AT_ONCE = 64;
const TURNS_PER_PIPELINE = 100;

/** Opens turns on a carrier and waits for their end, as the gateway does. */
export class Asker {
  private readonly pipelines = new Map<string, Promise<CompiledPipeline>>();
  private stored = 0;

  constructor(private readonly carrier: Carrier) {}

  /** @returns the turn's id, once it is accepted */
  async begin(plan: TurnPlan, id?: string): Promise<string> {
    const pipeline = await this.published(plan);
    const turn = this.opened(pipeline, plan, { id, options: { measuring: true } });
    await this.carrier.start(turn, entryOf(pipeline, plan));
    return turn.id;
  }

  private opened(
    pipeline: CompiledPipeline,
    plan: TurnPlan,
    { id, ...more }: { readonly id?: string | undefined } & Partial<Pick<NewTurn, 'session' | 'options'>>,
  ): Turn {
    const askedAt = Date.now();
    const opened = openTurn({
      id: id ?? newTurnId(askedAt),
      tenant: 'local',
      session: 'bench',
      pipeline: pipelineRef(pipeline),
      question: QUESTION,
      isEnglish: true,
      askedAt,
      deadline: askedAt + pipeline.settings.deadline_seconds * 1_000,
      ...more,
    });
    return { ...opened, evidence: evidenceOf(plan.carriedKb) };
  }

  /** Waits for the end. @throws Fault `internal` if it is not the planned one */
  async ended(turnId: string): Promise<void> {
    for await (const { body } of this.carrier.events(turnId)) {
      if (body.type !== 'turn.finished') continue;
      // No step writes an answer, so a turn that ran all its steps has none.
      if (body.outcome === 'insufficient') return;
      throw new Fault('internal', `A turn ended ${body.outcome}: ${body.reason}`);
    }
    throw new Fault('internal', `The log of turn ${turnId} ended before the turn.`);
  }

  /**
   * Stores ended turns in the carrier, up to `turns` in all, in addition to the measured ones. Each has its own
   * session, and every hundred have their own pipeline.
   * @throws Fault `cancelled`
   */
  async store(turns: number, plan: TurnPlan, signal: AbortSignal): Promise<void> {
    const pipeline = await this.published(plan);
    const storeOn = async (): Promise<void> => {
      while (this.stored < turns) {
        checkRunning(signal);
        const n = this.stored++;
        if (n % TURNS_PER_PIPELINE === 0)
          await this.carrier.publish({ ...pipeline, digest: n.toString(16).padStart(16, '0') });
        const turn = this.opened(pipeline, plan, { session: `stored-${n}` });
        await this.carrier.start(turn, entryOf(pipeline, plan));
        await this.carrier.cancel(turn.id);
      }
    };
    await Promise.all(Array.from({ length: STORED_AT_ONCE }, storeOn));
    // The workers still have to take and drop their jobs.
    while ((await this.carrier.queues(RING)).some(({ waiting, active }) => waiting + active > 0)) {
      checkRunning(signal);
      await workFor(100);
    }
  }

  private published(plan: TurnPlan): Promise<CompiledPipeline> {
    const key = JSON.stringify(plan);
    let pipeline = this.pipelines.get(key);
    if (!pipeline) this.pipelines.set(key, (pipeline = this.publish(plan)));
    return pipeline;
  }

  private async publish(plan: TurnPlan): Promise<CompiledPipeline> {
    const pipeline = pipelineOf(plan);
    await this.carrier.publish(pipeline);
    return pipeline;
  }
}

function checkRunning(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('cancelled', 'the measurement was stopped.');
}

function entryOf(pipeline: CompiledPipeline, plan: TurnPlan): Target {
  return { step: pipeline.settings.entry_step_id, service: wayOf(plan)[0] ?? '' };
}
