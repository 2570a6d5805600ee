import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BIND_ACTION, defineService, type BindAction } from '@quarry/engine';
import { FinalizeAction } from '@quarry/gateway/headless';
import { pipelineRef, stepAt, type CompiledPipeline } from '@quarry/pipeline';
import type { Platform, SnapshotResolver } from '@quarry/platform';
import { Fault, type Turn, type TurnEvent } from '@quarry/turn';
import { PlatformModule } from '../platform.module';
import { SERVICES } from '../services';

/** The last step of a turn, without the application services that archive ended turns and tell webhooks of them. */
const ends = defineService({ name: 'gateway', actions: [FinalizeAction] });
const HOPS = [ends, ...SERVICES.filter(({ name, takesHops }) => takesHops && name !== 'gateway')];

interface Run {
  readonly platform: Platform;
  readonly snapshots: SnapshotResolver;
  readonly pipeline: CompiledPipeline;
  readonly bind: BindAction;
}

/** Runs one turn through the services, in this process, to its end. */
export async function runTurn(
  turn: Turn,
  { platform, snapshots, pipeline, bind }: Run,
): Promise<{ readonly turn: Turn; readonly events: readonly TurnEvent[] }> {
  @Module({})
  class BindingModule {}

  @Module({
    imports: [
      {
        module: BindingModule,
        global: true,
        providers: [{ provide: BIND_ACTION, useValue: bind }],
        exports: [BIND_ACTION],
      },
      PlatformModule.of(platform, HOPS, snapshots),
      ...HOPS.map(({ module }) => module),
    ],
  })
  class ReplayModule {}

  const { carrier } = platform;
  const strategy = carrier.transport();
  const app = await NestFactory.createMicroservice(ReplayModule, {
    logger: false,
    abortOnError: false,
    strategy,
  });
  try {
    await app.listen();
    await carrier.publish(pipeline);
    const { id: step, service } = stepAt(pipeline, pipeline.settings.entry_step_id);
    await carrier.start({ ...turn, pipeline: pipelineRef(pipeline) }, { step, service });
    const events: TurnEvent[] = [];
    for await (const event of carrier.events(turn.id)) events.push(event);
    const view = await carrier.read(turn.id);
    if (!view) throw new Fault('internal', `The replay of turn '${turn.id}' is gone.`);
    return { turn: view.turn, events };
  } finally {
    await app.close();
  }
}
