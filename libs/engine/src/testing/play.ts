import { PipelineSettings, type CompiledPipeline, type CompiledStep } from '@quarry/pipeline';
import type { Turn, TurnEvent } from '@quarry/turn';
import type { ActionHandler, ActionResult, HopContext } from '../action';
import type { Carrier } from '../carriers/carrier';
import { createMemoryCarrier } from '../carriers/memory/memory-carrier';
import type { HopObserver } from '../hop-observer';
import { HopRunner } from '../hop-runner';
import { aTurn } from '.';

/** A step named after its action. */
export function step(
  id: string,
  service: string,
  on: Record<string, string>,
  extra: Partial<CompiledStep> = {},
): CompiledStep {
  return { id, service, action: id, params: {}, on, end: false, guard: false, ...extra };
}

/** A pipeline of these steps, which starts at the first. */
export function pipeline(
  steps: readonly CompiledStep[],
  settings: Partial<PipelineSettings> = {},
): CompiledPipeline {
  return {
    name: 'p',
    digest: 'd',
    description: '',
    settings: Object.assign(new PipelineSettings(), { entry_step_id: steps[0]?.id, ...settings }),
    steps: Object.fromEntries(steps.map((item) => [item.id, item])),
    prompts: {},
  };
}

/** The body of a test action. */
export type Run = (
  turn: Turn,
  signal: AbortSignal,
  context: HopContext,
) => ActionResult | Promise<ActionResult>;

/** Carriers of the running test; closed after it. */
export const open: Carrier[] = [];
afterEach(async () => {
  for (const carrier of open.splice(0)) await carrier.close();
});

/** Runs one turn by hand: the runner of the turn's current service runs each hop. */
export async function play(
  compiled: CompiledPipeline,
  actions: Record<string, Run>,
  options: {
    readonly maxHops?: number;
    readonly deadlineMs?: number;
    readonly observer?: HopObserver;
  } = {},
) {
  const carrier = createMemoryCarrier({});
  open.push(carrier);
  await carrier.publish(compiled);
  const turn = aTurn({ pipeline: 'p@d', deadline: Date.now() + (options.deadlineMs ?? 60_000) });
  const entry = compiled.steps[compiled.settings.entry_step_id];
  await carrier.start(turn, { step: compiled.settings.entry_step_id, service: entry?.service ?? '' });
  const bound = new Map(
    Object.entries(actions).map(([name, run]): [string, ActionHandler] => [
      name,
      { run: async (document, _params, context) => run(document, context.signal, context) },
    ]),
  );
  const services: string[] = [];
  for (let hop = 0; hop < (options.maxHops ?? 40); hop++) {
    const view = await carrier.read('t1');
    if (view?.status !== 'running') break;
    const service = compiled.steps[view.at]?.service ?? '';
    services.push(service);
    await new HopRunner(service, carrier, bound, options.observer)
      .run({ t: 't1', v: view.v })
      .catch(() => undefined);
  }
  const view = await carrier.read('t1');
  if (!view) throw new Error('the turn is gone');
  const events: TurnEvent[] = [];
  if (view.status === 'ended') for await (const event of carrier.events('t1')) events.push(event);
  return { view, services, events, bodies: events.map((event) => event.body) };
}
