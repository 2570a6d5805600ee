import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import type { CompiledPipeline } from '@quarry/pipeline';
import { TURN_ARCHIVE } from '@quarry/platform';
import { Fault, type TurnEvent } from '@quarry/turn';
import { pipelineName, type ArchiveReader } from '@quarry/turn-archive';
import { PIPELINES } from '../pipelines/tokens';
import { findPipeline } from '../pipelines/find-pipeline';
import { TurnFinder } from '../turns/find-turn';
import type { Asker } from '../turns/may-read-turn';
import type { Replay, ReplayOptions } from './replay';
import { REPLAYER, type Replayer } from './replayer';

/** Replays finished turns from their record. Changes nothing: neither the turn, nor the history, nor any budget. */
@Injectable()
export class ReplayService {
  /** Replays of this process run sequentially, so that they leave room for questions. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(TURN_ARCHIVE) private readonly archive: Pick<ArchiveReader, 'prompts'>,
    @Inject(CARRIER) private readonly carrier: Pick<Carrier, 'events'>,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
    @Inject(REPLAYER) private readonly replayer: Replayer,
  ) {}

  /**
   * @throws Fault `turn_unknown` if the asker may not read the turn or only its answer is kept, `bad_request` while it
   * runs, `pipeline_unknown` if its pipeline is gone
   */
  async replay(asker: Asker, turnId: string, options: ReplayOptions = {}): Promise<Replay> {
    const { turn, status, ...found } = await this.turns.whole(asker, turnId);
    if (status === 'running')
      throw new Fault('bad_request', `Turn '${turnId}' still runs. Replay it when it has ended.`);
    const events = found.events ?? (await this.logged(turnId));
    const prompts = await this.archive.prompts(turn.tenant, turnId);
    const pipeline = findPipeline(this.pipelines, pipelineName(turn.pipeline));
    const run = this.before.then(() => this.replayer.replay({ turn, events, prompts }, pipeline, options));
    this.before = run.catch(() => undefined);
    return run;
  }

  private async logged(turnId: string): Promise<readonly TurnEvent[]> {
    const events: TurnEvent[] = [];
    for await (const event of this.carrier.events(turnId)) events.push(event);
    return events;
  }
}
