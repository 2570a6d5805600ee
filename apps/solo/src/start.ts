import { Module, type INestApplication, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EndWatcher } from '@quarry/application/ends';
import { GoldenScheduler } from '@quarry/application/golden-sets';
import { RefreshScheduler } from '@quarry/application/repositories';
import { StaleWorker } from '@quarry/application/revisions';
import { PIPELINE_SHELF, PIPELINES, SERVICE_NAMES, type PipelineShelf } from '@quarry/application/pipelines';
import { REPLAYER } from '@quarry/application/replay';
import { TurnService } from '@quarry/application/turns';
import type { ServiceDefinition } from '@quarry/engine';
import { IndexWorker, RUN_EXEC_ARGV } from '@quarry/indexer';
import type { CompiledPipeline } from '@quarry/pipeline';
import type { Platform } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { openPipelineShelf } from './pipeline-shelf';
import { PlatformModule } from './platform.module';
import { openReplayer } from './replay/open-replayer';
import { QUEUE_NAMES, SERVICES } from './services';

export interface StartOptions {
  readonly platform: Platform;
  readonly pipelines: readonly CompiledPipeline[];
  /** Names of the services that this process runs; all by default. */
  readonly services?: readonly string[];
  /** Serve until closed: the gateway listens for HTTP, the indexer looks for jobs. */
  readonly http?: boolean;
  /** Provide what {@link mcpServer} needs, without HTTP. */
  readonly mcp?: boolean;
  /** Node options for the processes that the indexer starts, e.g. to run the sources directly. */
  readonly indexExecArgv?: readonly string[];
}

export interface Running {
  readonly app: INestApplicationContext;
  /** URL of the HTTP server, e.g. `http://127.0.0.1:4780`; null without one. */
  readonly url: string | null;
  /** Asks questions; null in a process without the gateway. */
  readonly turns: TurnService | null;
  /** Lets running hops finish, then closes the services, the carrier and the stores. */
  close(): Promise<void>;
}

/** Starts services in this process: one, several, or all. Closes the platform if that fails. */
export async function startServices(options: StartOptions): Promise<Running> {
  try {
    return await begin(options);
  } catch (error) {
    await options.platform.close();
    throw error;
  }
}

/** Like {@link startServices}, but leaves the platform open on failure, so that the caller can retry. */
export async function begin(options: StartOptions): Promise<Running> {
  const { platform } = options;
  const faces = options.http === true || options.mcp === true;
  const services = choose(options.services);
  const chosen = faces ? await Promise.all(services.map(withFace)) : services;
  const hasGateway = chosen.some((service) => service.name === 'gateway');

  @Module({
    imports: [
      PipelinesModule.of(platform, options.pipelines, options.indexExecArgv ?? []),
      PlatformModule.of(platform, chosen),
      ...chosen.map((service) => service.module),
    ],
  })
  class RootModule {}

  const nest = { logger: levels(platform.config.logLevel), abortOnError: false as const };
  const strategy = platform.carrier.transport();
  // Nest's HTTP application loads Express, which a process that only serves queues does not need.
  const app = faces
    ? await NestFactory.create(RootModule, { ...nest, bodyParser: false })
    : await NestFactory.createMicroservice(RootModule, { ...nest, strategy });
  try {
    const url =
      'connectMicroservice' in app
        ? await open(app, options, hasGateway)
        : await app.listen().then(() => null);
    if (url !== null) {
      app.get(GoldenScheduler).start();
      app.get(RefreshScheduler).start();
      app.get(StaleWorker).start();
    }
    if (hasGateway) app.get(EndWatcher).start();
    if (options.http === true && chosen.some(({ name }) => name === 'indexer')) app.get(IndexWorker).start();
    return {
      app,
      url,
      turns: hasGateway ? app.get(TurnService) : null,
      close: () => closeAll(app, platform),
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Connects to the carrier and, if HTTP is wanted, listens. @returns the URL, or null */
async function open(
  app: INestApplication,
  { platform, http }: StartOptions,
  hasGateway: boolean,
): Promise<string | null> {
  const serves = hasGateway && http === true;
  if (serves) {
    const { configureHttp } = await import('@quarry/gateway');
    await configureHttp(app);
  }
  app.connectMicroservice({ strategy: platform.carrier.transport() });
  await app.startAllMicroservices();
  if (serves) return listen(app, platform);
  await app.init();
  return null;
}

/** The gateway with its client protocols. */
async function withFace(service: ServiceDefinition): Promise<ServiceDefinition> {
  return service.name === 'gateway' ? (await import('@quarry/gateway')).gateway : service;
}

@Module({})
class PipelinesModule {
  static of(platform: Platform, pipelines: readonly CompiledPipeline[], execArgv: readonly string[]) {
    const shelf: PipelineShelf = openPipelineShelf(platform.config);
    const replayer = openReplayer(platform);
    return {
      module: PipelinesModule,
      global: true,
      providers: [
        { provide: PIPELINES, useValue: pipelines },
        { provide: SERVICE_NAMES, useValue: QUEUE_NAMES },
        { provide: PIPELINE_SHELF, useValue: shelf },
        { provide: RUN_EXEC_ARGV, useValue: execArgv },
        { provide: REPLAYER, useValue: replayer },
      ],
      exports: [PIPELINES, PIPELINE_SHELF, SERVICE_NAMES, RUN_EXEC_ARGV, REPLAYER],
    };
  }
}

function choose(names: readonly string[] | undefined): readonly ServiceDefinition[] {
  if (!names || names.length === 0) return SERVICES;
  return names.map((name) => {
    const service = SERVICES.find((candidate) => candidate.name === name);
    if (!service)
      throw new Fault(
        'bad_request',
        `There is no service '${name}'. Services: ${SERVICES.map((known) => known.name).join(', ')}.`,
      );
    return service;
  });
}

async function listen(app: INestApplication, platform: Platform): Promise<string> {
  const { host, port } = platform.config;
  try {
    await app.listen(port, host);
  } catch (cause) {
    const inUse =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'EADDRINUSE';
    if (inUse)
      throw new Fault(
        'bad_request',
        `Port ${port} of ${host} is in use. Stop the process that uses it, or choose another port: quarry serve --port N.`,
        { cause },
      );
    throw cause;
  }
  return (await app.getUrl()).replace('[::1]', 'localhost');
}

async function closeAll(app: INestApplicationContext, platform: Platform): Promise<void> {
  // While HTTP still responds: notifies clients that follow a turn that it continues.
  await platform.carrier.suspend();
  await app.close();
  await platform.close();
}

type Level = 'error' | 'warn' | 'log' | 'debug';

function levels(level: Platform['config']['logLevel']): Level[] | false {
  const order: Level[] = ['error', 'warn', 'log', 'debug'];
  const upTo = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 }[level];
  return upTo === 0 ? false : order.slice(0, upTo);
}
