import { Injectable, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Action,
  CARRIER,
  defineService,
  type ActionHandler,
  type ActionResult,
  type Carrier,
  type ServiceDefinition,
} from '@quarry/engine';
import { formatProblem, loadPipelines, type CompiledPipeline } from '@quarry/pipeline';
import { Fault, type Turn } from '@quarry/turn';
import { IsInt, Max, Min } from 'class-validator';
import { evidenceOf, FINDING_HOP, RING, wayOf, workFor, type TurnPlan } from './plan';

class WorkParams {
  /** Milliseconds. */
  @IsInt() @Min(0) @Max(60_000) work_ms = 0;
  @IsInt() @Min(0) @Max(1_000) found_kb = 0;
}

/** Number of hops whose action ran in this process, and a callback for each. */
export const hopsRun = { count: 0, tell: (): void => undefined };

/** An action that simulates the wait for a model or a store, and finds as much evidence as its parameters say. */
function workAction() {
  @Injectable()
  @Action({ name: 'work', outcomes: ['ok'], params: WorkParams })
  class WorkAction implements ActionHandler<WorkParams> {
    async run(turn: Turn, params: WorkParams): Promise<ActionResult> {
      hopsRun.count++;
      hopsRun.tell();
      await workFor(params.work_ms);
      if (params.found_kb === 0) return { outcome: 'ok' };
      const found = evidenceOf(params.found_kb, turn.evidence.length);
      return { outcome: 'ok', patch: { evidence: [...turn.evidence, ...found] } };
    }
  }
  return WorkAction;
}

const SERVICES: readonly ServiceDefinition[] = RING.map((name) =>
  defineService({ name, actions: [workAction()] }),
);

/** The plan as a pipeline: written, checked and compiled like any other. @throws Fault `pipeline_invalid` */
export function pipelineOf(plan: TurnPlan): CompiledPipeline {
  const way = wayOf(plan);
  const steps = way.map((service, at) => {
    const found = at === FINDING_HOP && plan.foundKb > 0 ? `\n      found_kb: ${plan.foundKb}` : '';
    const next = at === way.length - 1 ? 'end: true' : `next: hop_${at + 1}`;
    return `    - id: hop_${at}\n      action: ${service}.work\n      work_ms: ${plan.workMs}${found}\n      ${next}`;
  });
  const name = `hops-${plan.hops}-${plan.workMs}-${plan.foundKb}${plan.oneService === true ? '-one' : ''}`;
  const text = `pipeline:\n  name: ${name}\n  settings:\n    entry_step_id: hop_0\n    deadline_seconds: 300\n  steps:\n${steps.join('\n')}\n`;
  const sources = { roots: [''], files: new Map([[`${name}/pipeline.yaml`, text]]) };
  const catalog = SERVICES.flatMap((service) => service.catalog);
  const loaded = loadPipelines(sources, catalog, { protocols: [] });
  const [pipeline] = loaded.pipelines;
  const wrong = loaded.problems.filter(({ severity }) => severity === 'error');
  if (pipeline === undefined || wrong.length > 0)
    throw new Fault('pipeline_invalid', wrong.map((problem) => formatProblem(problem, '')).join('\n'));
  return pipeline;
}

/** Serves hops of the named services like the composition root: a Nest microservice on the carrier's transport. */
export async function serveHops(carrier: Carrier, names: readonly string[]): Promise<INestMicroservice> {
  @Module({ providers: [{ provide: CARRIER, useValue: carrier }], exports: [CARRIER] })
  class CarrierModule {}
  @Module({
    imports: [
      { module: CarrierModule, global: true },
      ...SERVICES.filter(({ name }) => names.includes(name)).map(({ module }) => module),
    ],
  })
  class HopsModule {}
  const app = await NestFactory.createMicroservice(HopsModule, {
    strategy: carrier.transport(),
    logger: false,
  });
  await app.listen();
  return app;
}
