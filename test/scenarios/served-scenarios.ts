import { createParser } from 'eventsource-parser';
import type { TurnDto } from '@quarry/client';
import { readConfig } from '@quarry/platform';
import { loadAskablePipelines } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { TestRedis } from '../redis/redis-server';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { awayEnvironment } from './away';
import { expectScenario } from './expectations';
import { indexFixtures, type FixtureStores, type IndexedFixtures } from './index-fixture';
import { ServiceProcesses } from './processes';
import { scenarioFiles, type Scenario } from './scenario';
import { scriptOf } from './script';

/** Stores of the processes; by default the embedded stores of the fixture's data folder. */
export interface ServedStores extends Required<Omit<FixtureStores, 'embedderUrl'>> {
  readonly historyStoreUrl: string;
}

/**
 * Every scenario of every pipeline over HTTP, with seven processes over Redis. Scenarios with the same unavailable
 * stores, and either with or without a model, share their processes, because starting them takes most of the time. All
 * folders are in one data folder: questions about the first one name no repository. The few scenarios without a model or
 * with an unavailable store are served by one process for all services, whose hops take the same way over Redis.
 */
export function servedScenarios(stores: ServedStores | null = null): void {
  const pipelines = loadAskablePipelines(readConfig({}, {}));
  const all = scenarioFiles().flatMap(({ pipeline, index, scenarios }) =>
    scenarios.map((scenario, n) => ({ pipeline, index, scenario, n, name: scenario.name })),
  );
  // Processes do not start without the history, which they require. The memory carrier shows what turns do then.
  const startable = all.filter(({ scenario }) => scenario.away?.includes('history') !== true);

  const folders = [...new Set(startable.map(({ index }) => index))] as [string, ...string[]];
  let redis: TestRedis;
  let fixtures: IndexedFixtures;
  let model: ScriptedModel;

  beforeAll(async () => {
    redis = await TestRedis.start();
    fixtures = await indexFixtures(folders, stores ?? {});
    model = await startScriptedModel({ replies: [] });
  }, 120_000);
  afterAll(async () => {
    await model.close();
    await fixtures.remove();
    await redis.stop();
  }, 60_000);

  describe.each([...Map.groupBy(startable, ({ scenario }) => circumstances(scenario))])(
    '%s',
    (_name, group) => {
      const [first] = group;
      const withModel = first?.scenario.replies !== undefined;
      let services: ServiceProcesses | undefined;

      beforeAll(async () => {
        const away = first?.scenario.away ?? [];
        const environment = {
          QUARRY_DATA: fixtures.dataDir,
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
        services = await ServiceProcesses.start(environment, withModel && away.length === 0);
      }, 120_000);
      afterAll(async () => {
        // Undefined if they did not start: the fault of `beforeAll` is the one to report.
        await services?.stop();
      }, 60_000);

      it.each(group)(
        '$pipeline: $name',
        async ({ pipeline, index, scenario, n }) => {
          const compiled = pipelines.find((candidate) => candidate.name === pipeline);
          if (!compiled) throw new Error(`no pipeline ${pipeline}`);
          if (!services) throw new Error('the services did not start');
          model.play(scriptOf(scenario, compiled));
          const repository = fixtures.repositories.get(index);
          const about: Asked = {
            ...{ url: services.url, pipeline, session: `${repository}-${pipeline}-${n}` },
            // The others name their repository.
            ...defined({ repository: index === folders[0] ? undefined : repository }),
          };
          for (const question of scenario.before ?? []) await play({ ...scenario, question }, about);
          const { turn, steps } = await play(scenario, about);
          expectScenario(scenario, turn, steps);
        },
        60_000,
      );
    },
  );
}

/** What scenarios must have in common to share processes. */
function circumstances({ replies, away = [] }: Scenario): string {
  return `${replies === undefined ? 'without' : 'with'} a model${away.length === 0 ? '' : `, without ${away.join(' and ')}`}`;
}

/** How the questions of a scenario are asked. */
interface Asked {
  readonly url: string;
  readonly pipeline: string;
  readonly session: string;
  readonly repository?: string;
}

async function play(
  scenario: Scenario,
  { url, pipeline, session, ...about }: Asked,
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
      ...about,
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
