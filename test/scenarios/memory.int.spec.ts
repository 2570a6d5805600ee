import { LOCAL_TENANT } from '@quarry/application/access';
import { presentEvent } from '@quarry/application/events';
import { presentTurn } from '@quarry/application/turns';
import type { Immutable, TurnDto } from '@quarry/client';
import { eventSchemaDocument } from '@quarry/gateway';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';
import { EventChecker } from '../api/event-checker';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { awaySettings } from './away';
import { expectScenario } from './expectations';
import { indexFixture } from './index-fixture';
import { scenarioFiles, type Scenario } from './scenario';
import { scriptOf } from './script';

const checker = new EventChecker(eventSchemaDocument());
const files = scenarioFiles();
let left = files.reduce((sum, { scenarios }) => sum + scenarios.length, 0);

afterAll(() => {
  // Of a run that was asked for some of them alone, nothing is known.
  if (left > 0) return;
  // The schemas were checked against real events of every type except `reset`, of an interrupted hop, and
  // `turn.suspended`, of a stopped server.
  expect(checker.unseen()).toEqual(['reset', 'turn.suspended']);
});

describe.each(files)('scenarios of $pipeline on the memory carrier', ({ pipeline, index, scenarios }) => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;

  beforeAll(async () => {
    fixture = await indexFixture(index);
    model = await startScriptedModel({ replies: [] });
  });
  afterAll(async () => {
    await model.close();
    await fixture.remove();
  });

  it.each(scenarios)('$name', async (scenario) => {
    left -= 1;
    const scripted = scenario.replies
      ? { chatProvider: 'openai' as const, chatModel: 'scripted-1', chatBaseUrl: model.baseUrl }
      : {};
    const quiet = { carrier: 'memory', embedderUrl: 'none', logLevel: 'silent' } as const;
    const away = awaySettings(scenario.away ?? []);
    const config = readConfig({ dataDir: fixture.dataDir, ...quiet, ...scripted, ...away }, {});
    const pipelines = loadAskablePipelines(config);
    const compiled = pipelines.find((candidate) => candidate.name === pipeline);
    if (!compiled) throw new Error(`no pipeline ${pipeline}`);
    model.play(scriptOf(scenario, compiled));
    const running = await startServices({ platform: await openPlatform(config), pipelines });
    try {
      const session = `memory-${scenarios.indexOf(scenario)}-${scenario.name.replace(/\W+/g, '-').slice(0, 60)}`;
      for (const question of scenario.before ?? [])
        await play(running, pipeline, { ...scenario, question }, session);
      const { turn, steps } = await play(running, pipeline, scenario, session);
      expectScenario(scenario, turn, steps);
    } finally {
      await running.close();
    }
  });
});

async function play(
  running: Running,
  pipeline: string,
  scenario: Scenario,
  session: string,
): Promise<{ turn: Immutable<TurnDto>; steps: string[] }> {
  const { turns } = running;
  if (!turns) throw new Error('no gateway');
  const { turnId } = await turns.ask({
    tenant: LOCAL_TENANT,
    question: scenario.question,
    pipeline,
    isEnglish: scenario.isEnglish ?? true,
    depth: scenario.depth ?? 'auto',
    session,
    createSession: true,
  });
  const steps: string[] = [];
  for await (const event of await turns.watch(LOCAL_TENANT, turnId)) {
    expect(checker.problemsOf(presentEvent(event))).toEqual([]);
    if (event.body.type === 'step.finished') steps.push(event.body.step);
  }
  return { turn: presentTurn(await turns.view(LOCAL_TENANT, turnId)), steps };
}
