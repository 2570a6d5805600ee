import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';
import type { FromProcess, HopOrder, ToProcess } from './hop-orders';

const PROGRAM = join(ROOT, 'apps/cli/dist/main.js');
const HOLD_HOPS = join(__dirname, 'hold-hops.ts');

/**
 * One process of `quarry serve NAME…`, which can be killed, ended and restarted, and which stops within a hop on
 * request.
 */
export class ServiceProcess {
  /** Its output since its last start. */
  output = '';
  private child: ChildProcess | null = null;
  private places: FromProcess[] = [];
  private wake: () => void = () => undefined;

  constructor(
    /** One name, or several separated by blanks; empty: all services, embedded. */
    readonly name: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** Resolves when its health endpoint reports that it is ready. @throws Error with its output if it ends before */
  async start(): Promise<void> {
    if (this.isAlive) throw new Error(`${this.name} runs already.`);
    const args = ['--disable-warning=ExperimentalWarning', '--require', HOLD_HOPS, PROGRAM];
    const child = spawn(
      process.execPath,
      [...args, 'serve', ...this.names, '--port', '0', '--ops-port', '0'],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.environment },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    this.child = child;
    this.output = '';
    this.places = [];
    child.on('message', (place: FromProcess) => {
      this.places.push(place);
      this.wake();
    });
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        if (this.output.includes(' up (')) resolve();
      });
      child.once('exit', (code, signal) => {
        reject(new Error(`quarry serve ${this.name} ended with ${code ?? signal}: ${this.output}`));
      });
    });
    if (!(await this.isReady())) throw new Error(`${this.name} is up and not ready: ${this.output}`);
  }

  /** The services that it runs. */
  get names(): readonly string[] {
    return this.name.split(' ').filter((name) => name !== '');
  }

  get isAlive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.running().pid ?? 0;
  }

  /** The URL of its API; for a gateway. */
  get url(): string {
    return this.said(/API at (http:\/\/[\w.:[\]]+)/);
  }

  /** The URL of health and metrics. */
  get opsUrl(): string {
    return this.said(/metrics at (http:\/\/[\w.:[\]]+)/);
  }

  /** The result of `/health/ready`; false also without a response. */
  async isReady(): Promise<boolean> {
    const reply = await fetch(`${this.opsUrl}/health/ready`).catch(() => null);
    return reply?.ok === true;
  }

  /** Ends it like a crash; resolves when it has ended. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to end; resolves with its exit code, null after a signal. */
  async term(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child?.exitCode ?? null;
  }

  /** Resolves when it has ended, with the signal or the exit code. */
  async gone(): Promise<string> {
    if (this.child && this.isAlive) await once(this.child, 'exit');
    return this.child?.signalCode ?? `code ${this.child?.exitCode}: ${this.output}`;
  }

  /** Resolves when it has left this many turns to others. */
  async left(turns: number): Promise<void> {
    const named = (): Set<string> =>
      new Set([...this.output.matchAll(/turn (\w+), version \d+, is left/g)].map(([, id]) => id ?? ''));
    while (named().size < turns) {
      this.running();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Freezes it, like an overloaded machine; `thaw` resumes it. */
  freeze(): void {
    this.running().kill('SIGSTOP');
  }

  thaw(): void {
    this.running().kill('SIGCONT');
  }

  /** Resolves when it outputs this text. @throws Error if it ends before */
  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      this.running();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Replaces its orders. */
  async order(...orders: readonly HopOrder[]): Promise<void> {
    await this.tell({ orders });
  }

  /** The next position at which an order was followed. @throws Error if the process ends before */
  async reached(): Promise<FromProcess> {
    const child = this.running();
    for (;;) {
      const place = this.places.shift();
      if (place) return place;
      if (!this.isAlive) throw new Error(`${this.name} ended: ${this.output}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        child.once('exit', () => resolve());
      });
    }
  }

  /** Releases waiting hops. */
  async go(): Promise<void> {
    await this.tell({ go: true });
  }

  private tell(message: ToProcess): Promise<void> {
    const child = this.running();
    return new Promise((resolve, reject) => {
      child.send(message, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || !this.isAlive) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  private running(): ChildProcess {
    if (!this.child || !this.isAlive) throw new Error(`${this.name} does not run: ${this.output}`);
    return this.child;
  }

  private said(pattern: RegExp): string {
    return pattern.exec(this.output)?.[1] ?? '';
  }
}
