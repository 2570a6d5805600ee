import { once } from 'node:events';
import type { Command } from 'commander';
import { openPlatform, readConfig, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, SERVICES, startServices } from '@quarry/solo';
import { findDataDir } from '../data-dir';
import { carrierOption, integer, withData } from '../options';
import type { CommandContext } from '../terminal';

interface ServeOptions {
  readonly data?: string;
  readonly host?: string;
  readonly port?: number;
  readonly carrier?: QuarryConfig['carrier'];
  readonly concurrency?: number;
}

export function addServe(program: Command, { terminal }: CommandContext): void {
  const names = SERVICES.map((service) => service.name).join(', ');
  const command = program
    .command('serve')
    .description(
      `Run the services and the HTTP API. Without names all of them in this process; with names only those, over Redis.\nServices: ${names}.`,
    )
    .argument('[services...]', 'services that this process runs; start more processes of one to scale it')
    .option('--host <address>', 'address to listen on (beyond this machine only with QUARRY_API_KEYS)')
    .option('--port <number>', 'port of the HTTP API (default 4780)', integer)
    .addOption(carrierOption())
    .option('--concurrency <number>', 'hops at a time per service', integer)
    .addHelpText(
      'after',
      '\nThe API is described at /docs of the running gateway. Several processes share one Redis (REDIS_URL) and the same stores.',
    );
  withData(command).action(async (services: string[], options: ServeOptions) => {
    const { signal } = terminal;
    const { data, ...given } = options;
    const carrier = given.carrier ?? (services.length > 0 ? 'bullmq' : undefined);
    const config = readConfig({ ...given, ...(carrier ? { carrier } : {}), dataDir: findDataDir(data) });
    const pipelines = loadAskablePipelines(config);
    const platform = await openPlatform(config);
    try {
      await platform.carrier.check();
    } catch (error) {
      await platform.close();
      throw error;
    }
    const running = await startServices({ platform, pipelines, services, http: true });
    if (platform.embedderProblem !== null)
      terminal.err(`note: keyword search only: ${platform.embedderProblem}\n`);
    const what = services.length > 0 ? services.join(', ') : 'all services';
    terminal.err(
      `quarry: ${what} up (${config.carrier}), data in ${config.dataDir}${running.url === null ? '' : `, API at ${running.url}, its description at ${running.url}/docs`}\n`,
    );
    if (!signal.aborted) await once(signal, 'abort');
    await running.close();
  });
}
