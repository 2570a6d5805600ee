import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { Action, type ActionHandler, type ActionResult } from '../action';
import type { Carrier } from '../carriers/carrier';
import { createMemoryCarrier } from '../carriers/memory/memory-carrier';
import { aTurn } from '../testing';
import { CARRIER, defineService } from './service';

@Action({ name: 'greet', outcomes: ['ok'] })
class GreetAction implements ActionHandler {
  run(): Promise<ActionResult> {
    return Promise.resolve({ outcome: 'ok', note: 'good day' });
  }
}

const greeter = defineService({ name: 'greeter', actions: [GreetAction] });
const step = {
  id: 'hello',
  service: 'greeter',
  action: 'greet',
  params: {},
  on: {},
  end: true,
  guard: false,
};
const pipeline = {
  name: 'hello',
  digest: 'feedfeedfeedfeed',
  description: '',
  settings: { entry_step_id: 'hello' },
  steps: { hello: step },
  prompts: {},
} as unknown as CompiledPipeline;

@Module({})
class Given {
  static carrier(carrier: Carrier): DynamicModule {
    const provider = { provide: CARRIER, useValue: carrier };
    return { module: Given, global: true, providers: [provider], exports: [provider] };
  }
}

describe('a service made of actions', () => {
  let carrier: Carrier;
  let app: INestMicroservice;

  beforeEach(async () => {
    carrier = createMemoryCarrier();
    @Module({ imports: [Given.carrier(carrier), greeter.module] })
    class Root {}
    app = await NestFactory.createMicroservice(Root, { strategy: carrier.transport(), logger: false });
    await carrier.publish(pipeline);
    await app.listen();
  });
  afterEach(async () => {
    await app.close();
    await carrier.close();
  });

  it('offers its actions to pipelines under its name', () => {
    expect(greeter.catalog).toEqual([
      expect.objectContaining({ service: 'greeter', name: 'greet', outcomes: ['ok'] }),
    ]);
  });

  it('runs the step of a turn that arrives on the queue of its name', async () => {
    const turn = aTurn({ pipeline: pipelineRef(pipeline) });
    await carrier.start(turn, { step: 'hello', service: 'greeter' });
    const notes: string[] = [];
    for await (const { body } of carrier.events(turn.id)) {
      if (body.type === 'step.finished') notes.push(`${body.service}.${body.action}: ${body.note}`);
    }
    expect(notes).toEqual(['greeter.greet: good day']);
  });
});
