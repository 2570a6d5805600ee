import { QUEUE_NAMES } from '@quarry/solo';
import { ServiceProcess } from './service-process';

/** All seven in one process. */
export const ALL_SERVICES = QUEUE_NAMES.join(' ');

export interface ServiceProcessesOptions {
  /** Environment of all of them; at least `REDIS_URL` and `QUARRY_DATA`. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The services of each process: one name, or several separated by blanks. By default, one process for each of the
   * seven.
   */
  readonly processes?: readonly string[];
}

/** The seven real services in separate processes, started as operators start them. Needs the build. */
export class ServiceProcesses {
  private readonly processes: ServiceProcess[] = [];
  private balanced = 0;

  private constructor(private readonly options: ServiceProcessesOptions) {}

  /** Resolves when all of them are ready, by their health endpoints. */
  static async start(options: ServiceProcessesOptions): Promise<ServiceProcesses> {
    const services = new ServiceProcesses(options);
    try {
      await Promise.all((options.processes ?? QUEUE_NAMES).map((name) => services.add(name)));
    } catch (error) {
      await services.abandon();
      throw error;
    }
    return services;
  }

  /** All of them, including dead ones. */
  get all(): readonly ServiceProcess[] {
    return this.processes;
  }

  /** The processes that run this service. */
  of(name: string): readonly ServiceProcess[] {
    return this.processes.filter(({ names }) => names.includes(name));
  }

  /** The first process of one service. */
  the(name: string): ServiceProcess {
    const [first] = this.of(name);
    if (!first) throw new Error(`There is no process of ${name}.`);
    return first;
  }

  /** The URL of a live gateway, in turn; like a load balancer, waits for one. */
  async url(): Promise<string> {
    for (;;) {
      const gateways = this.of('gateway').filter(({ isAlive, url }) => isAlive && url !== '');
      const next = gateways[this.balanced++ % gateways.length];
      if (next) return next.url;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts another process of a service, with `more` added to its environment. */
  async add(name: string, more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const process = new ServiceProcess(name, { ...this.options.environment, ...more });
    this.processes.push(process);
    await process.start();
    return process;
  }

  /** Asks all live ones to end (SIGTERM); returns their exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.processes.filter(({ isAlive }) => isAlive).map((process) => process.term()));
  }

  /** Kills everything that still runs. */
  async abandon(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
  }
}
