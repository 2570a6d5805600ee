import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';

/**
 * `quarry serve SERVICE…` as a separate process, restarted whenever it dies, as an orchestrator would. Needs the build.
 */
export class Worker {
  /** Number of kills. */
  deaths = 0;
  /** Its complete output. */
  output = '';
  private child: ChildProcess | null = null;
  private stopped = false;

  constructor(
    private readonly services: readonly string[],
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** Starts it; resolves when it takes hops. */
  start(): Promise<void> {
    const program = join(ROOT, 'apps/cli/dist/main.js');
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, 'serve', ...this.services],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.child = child;
    this.output = '';
    return new Promise((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        if (this.output.includes(' up (')) resolve();
      });
      child.once('exit', (code, signal) => {
        reject(
          new Error(`quarry serve ${this.services.join(' ')} ended with ${code ?? signal}: ${this.output}`),
        );
        if (!this.stopped) void this.start().catch(() => undefined);
      });
    });
  }

  /** The URL of its API. */
  get api(): string {
    return /API at (http:\/\/[\w.:[\]]+)/.exec(this.output)?.[1] ?? '';
  }

  /** Ends it like a crash. */
  kill(): void {
    if (this.child?.kill('SIGKILL') === true) this.deaths++;
  }

  /** Ends it permanently. */
  async stop(): Promise<void> {
    this.stopped = true;
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}
