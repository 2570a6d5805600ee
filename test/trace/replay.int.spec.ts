import { LOCAL_TENANT } from '@quarry/application/access';
import { presentTurn } from '@quarry/application/turns';
import type { TurnDto } from '@quarry/client';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import type { TurnEvent } from '@quarry/turn';
import { indexFixture } from '../scenarios/index-fixture';
import { scenarioFiles, type Scenario } from '../scenarios/scenario';
import { scriptOf } from '../scenarios/script';
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted-model/server';

/** What `quarry turns show ID --json` prints. */
type Exported = TurnDto & { readonly events: readonly TurnEvent[] };

/**
 * 004, "Maintains full trace for reproducibility": from an exported turn alone (question, pipeline, replies in their order) the same
 * turn comes out again over the same snapshot, down to prompts, searches, hits with their scores, evidence and answer.
 */
describe('a trace reproduces the run', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/handbook');
    model = await startScriptedModel({ replies: [] });
  });
  afterAll(async () => {
    await model.close();
    await fixture.remove();
  });

  async function run(pipeline: string, question: string, script: Script | null): Promise<Exported> {
    if (script) model.play(script);
    const scripted = script
      ? { chatProvider: 'openai' as const, chatModel: 'scripted-1', chatBaseUrl: model.baseUrl }
      : {};
    const config = readConfig(
      { dataDir: fixture.dataDir, carrier: 'memory', embedderUrl: 'none', logLevel: 'silent', ...scripted },
      {},
    );
    const pipelines = loadAskablePipelines(config);
    const running = await startServices({ platform: await openPlatform(config), pipelines });
    try {
      const { turns } = running;
      if (!turns) throw new Error('no gateway');
      const { turnId } = await turns.ask({ tenant: LOCAL_TENANT, question, pipeline, isEnglish: true });
      const events: TurnEvent[] = [];
      for await (const event of await turns.watch(LOCAL_TENANT, turnId)) events.push(event);
      const exported = { ...presentTurn(await turns.view(LOCAL_TENANT, turnId)), events };
      return JSON.parse(JSON.stringify(exported)) as Exported;
    } finally {
      await running.close();
    }
  }

  /** Repeats the run from the export alone. */
  function again(
    exported: Exported,
    change: (reply: string) => string = (reply) => reply,
  ): Promise<Exported> {
    const replies = exported.events.flatMap(({ body }) => (body.type === 'model.replied' ? [body.text] : []));
    const name = exported.pipeline.split('@')[0] ?? '';
    const left = replies.map(change);
    return run(name, exported.question.original, replies.length === 0 ? null : () => left.shift() ?? '');
  }

  // Several passes, a refused duplicate, replies that had to be repaired, and no model at all.
  const telling =
    /anew$|every step|one duplicate|cannot be read, twice|critique that cannot|without a model the/;
  const scenarios = scenarioFiles()
    .filter(({ index }) => index === 'test/fixtures/handbook')
    .flatMap(({ pipeline, scenarios }) => scenarios.map((scenario) => ({ pipeline, ...scenario })))
    .filter(({ name }) => telling.test(name));

  it.each(scenarios)('$pipeline: $name', async ({ pipeline, ...scenario }) => {
    const first = await run(pipeline, scenario.question, scripted(pipeline, scenario));
    expect(traceOf(await again(first))).toEqual(traceOf(first));
  });

  it('is not the same trace where one reply was another', async () => {
    const [one] = scenarios.filter(({ name }) => name.startsWith('one duplicate'));
    if (!one) throw new Error('no such scenario');
    const first = await run(one.pipeline, one.question, scripted(one.pipeline, one));
    const other = await again(first, (reply) => reply.replace('secure element key', 'granite plate'));
    expect(traceOf(other)).not.toEqual(traceOf(first));
  });
});

function scripted(pipeline: string, scenario: Scenario): Script | null {
  const compiled = loadAskablePipelines(readConfig({}, {})).find(({ name }) => name === pipeline);
  if (!compiled) throw new Error(`no pipeline ${pipeline}`);
  return scenario.replies ? scriptOf(scenario, compiled) : null;
}

/** Everything of an exported turn but identities of the run and the time that it took. */
function traceOf({ events, ...turn }: Exported): unknown {
  const { pipeline, question, plan, searches, evidence, needs, misses, assessments, answer, citations } =
    turn;
  const logged = events.flatMap(({ body }): unknown[] => {
    if (body.type === 'step.finished')
      return [{ ...body, ms: 0, ...(body.waitedMs === undefined ? {} : { waitedMs: 0 }) }];
    return body.type === 'answer.delta' ? [] : [body];
  });
  const outcome = [turn.outcome, turn.reason, turn.passes, turn.spent];
  return {
    pipeline,
    question,
    plan,
    searches,
    evidence,
    needs,
    misses,
    assessments,
    answer,
    citations,
    logged,
    outcome,
  };
}
