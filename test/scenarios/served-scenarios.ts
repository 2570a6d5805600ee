import { createParser } from 'eventsource-parser';
import type { TurnDto } from '@quarry/gateway';
import { readConfig } from '@quarry/platform';
import { loadAskablePipelines } from '@quarry/solo';
import { TestRedis } from '../redis/redis-server';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { expectScenario } from './expectations';
import { indexFixture, type FixtureStores } from './index-fixture';
import { ServiceProcesses } from './processes';
import { scenarioFiles, type Scenario } from './scenario';
import { scriptOf } from './script';

/** Where the seven processes find things; the embedded stores of the fixture's data folder where nothing is named. */
export interface ServedStores extends FixtureStores {
  readonly historyStoreUrl?: string;
}

/** Every scenario of every pipeline over HTTP, with seven processes over Redis; what has no replies runs with processes that have no model. */
export function servedScenarios(stores: ServedStores = {}): void {
  const pipelines = loadAskablePipelines(readConfig({}, {}));

  describe.each(scenarioFiles())('$pipeline', ({ pipeline, index, scenarios }) => {
    let redis: TestRedis;
    let fixture: Awaited<ReturnType<typeof indexFixture>>;
    let model: ScriptedModel;

    beforeAll(async () => {
      redis = await TestRedis.start();
      fixture = await indexFixture(index, stores);
      model = await startScriptedModel({ replies: [] });
    }, 60_000);
    afterAll(async () => {
      await model.close();
      await fixture.remove();
      await redis.stop();
    });

    describe.each([
      ['with a model', true],
      ['without a model', false],
    ])('%s', (_name, withModel) => {
      const wanted = scenarios.filter((scenario) => (scenario.replies !== undefined) === withModel);
      let services: ServiceProcesses;

      beforeAll(async () => {
        services = await ServiceProcesses.start({
          QUARRY_DATA: fixture.dataDir,
          REDIS_URL: redis.url,
          EMBEDDER_URL: 'none',
          ...(stores.searchIndexUrl === undefined ? {} : { SEARCH_INDEX_URL: stores.searchIndexUrl }),
          ...(stores.graphStoreUrl === undefined ? {} : { GRAPH_STORE_URL: stores.graphStoreUrl }),
          ...(stores.historyStoreUrl === undefined ? {} : { HISTORY_STORE_URL: stores.historyStoreUrl }),
          ...(withModel ? { QUARRY_CHAT_MODEL: 'scripted-1', QUARRY_CHAT_BASE_URL: model.baseUrl } : {}),
        });
      }, 120_000);
      afterAll(async () => {
        await services.stop();
      }, 60_000);

      it.each(wanted)(
        '$name',
        async (scenario) => {
          const compiled = pipelines.find((candidate) => candidate.name === pipeline);
          if (!compiled) throw new Error(`no pipeline ${pipeline}`);
          model.play(scriptOf(scenario, compiled));
          const session = `served-${fixture.repository}-${scenarios.indexOf(scenario)}-${scenario.name.replace(/\W+/g, '-').slice(0, 60)}`;
          for (const question of scenario.before ?? [])
            await play(services.url, pipeline, { ...scenario, question }, session);
          const { turn, steps } = await play(services.url, pipeline, scenario, session);
          expectScenario(scenario, turn, steps);
        },
        60_000,
      );
    });
  });
}

async function play(
  url: string,
  pipeline: string,
  scenario: Scenario,
  session: string,
): Promise<{ turn: TurnDto; steps: string[] }> {
  const accepted = await fetch(`${url}/v1/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      question: scenario.question,
      pipeline,
      isEnglish: scenario.isEnglish ?? true,
      depth: scenario.depth ?? 'auto',
      session,
      createSession: true,
    }),
  });
  expect(accepted.status).toBe(202);
  const { links } = (await accepted.json()) as { links: { self: string; events: string } };
  const steps: string[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'step.finished') steps.push((JSON.parse(data) as { step: string }).step);
    },
  });
  // The stream ends after the turn's end.
  parser.feed(await (await fetch(`${url}${links.events}`)).text());
  const turn = (await (await fetch(`${url}${links.self}`)).json()) as TurnDto;
  return { turn, steps };
}
