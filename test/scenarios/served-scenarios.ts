import { createParser } from 'eventsource-parser';
import type { TurnDto } from '@quarry/client';
import { readConfig } from '@quarry/platform';
import { loadAskablePipelines } from '@quarry/solo';
import { TestRedis } from '../redis/redis-server';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { awayEnvironment } from './away';
import { expectScenario } from './expectations';
import { indexFixture, type FixtureStores, type IndexedFixture } from './index-fixture';
import { ServiceProcesses } from './processes';
import { scenarioFiles, type Scenario } from './scenario';
import { scriptOf } from './script';

/** Stores of the processes; by default the embedded stores of the fixture's data folder. */
export interface ServedStores extends Required<Omit<FixtureStores, 'embedderUrl'>> {
  readonly historyStoreUrl: string;
}

/**
 * Every scenario of every pipeline over HTTP, with seven processes over Redis. Scenarios with the same folder, the same
 * unavailable stores, and either with or without a model share their processes, because starting them takes most of the
 * time. With separate stores, one process for all services serves the few scenarios without a model or with an
 * unavailable store.
 */
export function servedScenarios(stores: ServedStores | null = null): void {
  const pipelines = loadAskablePipelines(readConfig({}, {}));
  const all = scenarioFiles().flatMap(({ pipeline, index, scenarios }) =>
    scenarios.map((scenario, n) => ({ pipeline, index, scenario, n, name: scenario.name })),
  );
  // Processes do not start without the history, which they require. The memory carrier shows what turns do then.
  const startable = all.filter(({ scenario }) => scenario.away?.includes('history') !== true);

  describe.each([...Map.groupBy(startable, ({ index }) => index)])('about %s', (index, about) => {
    let redis: TestRedis;
    let fixture: IndexedFixture;
    let model: ScriptedModel;

    beforeAll(async () => {
      redis = await TestRedis.start();
      fixture = await indexFixture(index, stores ?? {});
      model = await startScriptedModel({ replies: [] });
    }, 60_000);
    afterAll(async () => {
      await model.close();
      await fixture.remove();
      await redis.stop();
    });

    describe.each([...Map.groupBy(about, ({ scenario }) => circumstances(scenario))])(
      '%s',
      (_name, group) => {
        const [first] = group;
        const withModel = first?.scenario.replies !== undefined;
        let services: ServiceProcesses;

        beforeAll(async () => {
          const away = first?.scenario.away ?? [];
          const environment = {
            QUARRY_DATA: fixture.dataDir,
            REDIS_URL: redis.url,
            EMBEDDER_URL: 'none',
            ...(stores
              ? {
                  SEARCH_INDEX_URL: stores.searchIndexUrl,
                  GRAPH_STORE_URL: stores.graphStoreUrl,
                  HISTORY_STORE_URL: stores.historyStoreUrl,
                }
              : {}),
            ...(withModel ? { QUARRY_CHAT_MODEL: 'scripted-1', QUARRY_CHAT_BASE_URL: model.baseUrl } : {}),
            ...awayEnvironment(away),
          };
          services = await ServiceProcesses.start(
            environment,
            stores === null || (withModel && away.length === 0),
          );
        }, 120_000);
        afterAll(async () => {
          await services.stop();
        }, 60_000);

        it.each(group)(
          '$pipeline: $name',
          async ({ pipeline, scenario, n }) => {
            const compiled = pipelines.find((candidate) => candidate.name === pipeline);
            if (!compiled) throw new Error(`no pipeline ${pipeline}`);
            model.play(scriptOf(scenario, compiled));
            const session = `${fixture.repository}-${pipeline}-${n}`;
            for (const question of scenario.before ?? [])
              await play(services.url, pipeline, { ...scenario, question }, session);
            const { turn, steps } = await play(services.url, pipeline, scenario, session);
            expectScenario(scenario, turn, steps);
          },
          60_000,
        );
      },
    );
  });
}

/** What scenarios must have in common to share processes. */
function circumstances({ replies, away = [] }: Scenario): string {
  return `${replies === undefined ? 'without' : 'with'} a model${away.length === 0 ? '' : `, without ${away.join(' and ')}`}`;
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
