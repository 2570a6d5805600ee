import { TestRedis } from '../redis/redis-server';
import { indexFixture, type FixtureStores, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { ServiceProcesses } from './service-processes';

/** A complete, separate Quarry: Redis, a data folder with an index, a scripted model, and the seven services. */
export interface Deployment {
  readonly redis: TestRedis;
  readonly fixture: IndexedFixture;
  readonly model: ScriptedModel;
  readonly services: ServiceProcesses;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  /** Added to the environment of all services. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the fixture is indexed; by default in embedded stores. The services find them by their environment. */
  readonly stores?: FixtureStores;
  /** As in `ServiceProcessesOptions`. */
  readonly processes?: readonly string[];
}

export async function deploy(options: DeploymentOptions = {}): Promise<Deployment> {
  const [redis, fixture, model] = await Promise.all([
    TestRedis.start(),
    indexFixture('test/fixtures/dotnet-shop/app', options.stores),
    startScriptedModel({ replies: [] }),
  ]);
  const environment = {
    QUARRY_DATA: fixture.dataDir,
    REDIS_URL: redis.url,
    EMBEDDER_URL: 'none',
    QUARRY_CHAT_MODEL: 'scripted-1',
    QUARRY_CHAT_BASE_URL: model.baseUrl,
    ...options.environment,
  };
  const clear = async (): Promise<void> => {
    await model.close();
    await fixture.remove();
    await redis.stop();
  };
  const services = await ServiceProcesses.start({
    environment,
    ...(options.processes ? { processes: options.processes } : {}),
  }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    redis,
    fixture,
    model,
    services,
    stop: async () => {
      await services.abandon();
      await clear();
    },
  };
}
