import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Measured, Settings } from './protocol.ts';

function start(settings: Settings): ChildProcess {
  return fork(join(import.meta.dirname, 'engine-process.ts'), [JSON.stringify(settings)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** An engine in a process of its own, which is told what to measure. */
export class RunningEngine {
  readonly name: string;
  private readonly child: ChildProcess;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.child = child;
  }

  static async start(settings: Settings): Promise<RunningEngine> {
    const child = start(settings);
    await heard(child, settings.engine);
    return new RunningEngine(settings.engine, child);
  }

  async measure(asked: Asked): Promise<Measured> {
    const said = heard(this.child, this.name);
    this.child.send(asked);
    return (await said) as Measured;
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
  }
}

/** Runs a process to its end, which is its own or comes after so long. */
export async function runToEnd(settings: Settings, mostMs: number): Promise<void> {
  const child = start(settings);
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

async function heard(child: ChildProcess, engine: string): Promise<unknown> {
  const [said] = await Promise.race([
    once(child, 'message') as Promise<unknown[]>,
    once(child, 'exit').then(([code]): never => {
      throw new Error(`The process of ${engine} ended with ${String(code)}.`);
    }),
  ]);
  return said;
}
