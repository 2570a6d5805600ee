import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { QUEUE_NAMES } from '@quarry/solo';
import { ROOT } from './scenario';

/**
 * Real processes over one Redis: `quarry serve <service>` for each of the seven services, or one process for all of
 * them.
 */
export class ServiceProcesses {
  private constructor(
    private readonly children: readonly ChildProcess[],
    readonly url: string,
  ) {}

  /** Needs the build: the processes run what users run. @param apart whether each service has its own process */
  static async start(environment: Readonly<Record<string, string>>, apart = true): Promise<ServiceProcesses> {
    const processes = apart ? QUEUE_NAMES.map((name) => [name]) : [QUEUE_NAMES];
    const started = processes.map((names) => launch(names, environment));
    const ready = await Promise.all(started.map(({ ready }) => ready));
    const url = ready.find((line) => line.includes('API at'))?.match(/http:\/\/[\w.:[\]]+/)?.[0];
    if (url === undefined) throw new Error(`No gateway came up: ${ready.join('\n')}`);
    return new ServiceProcesses(
      started.map(({ child }) => child),
      url,
    );
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }),
    );
  }
}

function launch(
  services: readonly string[],
  environment: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ready: Promise<string> } {
  const program = join(ROOT, 'apps/cli/dist/main.js');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, 'serve', ...services, '--port', '0'],
    {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const line = output.split('\n').find((candidate) => candidate.includes(' up ('));
      if (line !== undefined) resolve(line);
    });
    child.once('exit', (code) => {
      reject(new Error(`quarry serve ${services.join(' ')} ended with ${code}: ${output}`));
    });
  });
  return { child, ready };
}
