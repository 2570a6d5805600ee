import type { Carrier } from '@quarry/engine';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { Fault, newTurnId, openTurn } from '@quarry/turn';
import { pipelineOf } from './hop-services';
import { evidenceOf, QUESTION, wayOf, type TurnPlan } from './plan';

/** Opens turns on a carrier and waits for their ends, as the gateway does. */
export class Asker {
  private readonly pipelines = new Map<string, Promise<CompiledPipeline>>();

  constructor(private readonly carrier: Carrier) {}

  /** @returns the turn's id, when it was accepted */
  async begin(plan: TurnPlan, id?: string): Promise<string> {
    const pipeline = await this.published(plan);
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
      options: { measuring: true },
    });
    const turn = { ...opened, evidence: evidenceOf(plan.carriedKb) };
    const entry = { step: pipeline.settings.entry_step_id, service: wayOf(plan)[0] ?? '' };
    await this.carrier.start(turn, entry);
    return turn.id;
  }

  /** Waits for the end. @throws Fault `internal` where it is another one than planned */
  async ended(turnId: string): Promise<void> {
    for await (const { body } of this.carrier.events(turnId)) {
      if (body.type !== 'turn.finished') continue;
      // No step writes an answer, so a turn that went its whole way has none.
      if (body.outcome === 'insufficient') return;
      throw new Fault('internal', `A turn ended ${body.outcome}: ${body.reason}`);
    }
    throw new Fault('internal', `The log of turn ${turnId} ended before the turn.`);
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
