import { QUEUE_NAMES } from '@quarry/solo';
import { ServiceProcess } from './service-process';

/** All seven in one process. */
export const ALL_SERVICES = QUEUE_NAMES.join(' ');

export interface ServiceProcessesOptions {
  /** Settings of all of them, as environment. `REDIS_URL` and `QUARRY_DATA` at least. */
  readonly environment: Readonly<Record<string, string>>;
  /** What each process runs: one name, or several with blanks between them. One process for each of the seven where nothing is said. */
  readonly processes?: readonly string[];
}

/** The seven real services, each in processes of its own, started as operators start them. Needs the build. */
export class ServiceProcesses {
  private readonly processes: ServiceProcess[] = [];
  private balanced = 0;

  private constructor(private readonly options: ServiceProcessesOptions) {}

  /** Resolves when all of them are ready, as their health endpoint says. */
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

  /** All of them, dead ones included. */
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

  /** Where a gateway that lives answers, each in its turn; as a balancer does, it waits for one. */
  async url(): Promise<string> {
    for (;;) {
      const gateways = this.of('gateway').filter(({ isAlive, url }) => isAlive && url !== '');
      const next = gateways[this.balanced++ % gateways.length];
      if (next) return next.url;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Starts one more process of a service. `more` is added to its environment. */
  async add(name: string, more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const process = new ServiceProcess(name, { ...this.options.environment, ...more });
    this.processes.push(process);
    await process.start();
    return process;
  }

  /** Asks all that live to end (SIGTERM); their exit codes. */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.processes.filter(({ isAlive }) => isAlive).map((process) => process.term()));
  }

  /** Ends whatever still runs, at once. */
  async abandon(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
  }
}
