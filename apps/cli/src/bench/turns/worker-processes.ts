import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import { combine, NOTHING_USED, type Usage } from './usage';
import { RING } from './plan';
import type { ServingProcesses } from './sides';
import type { WorkerSettings, WorkerWord } from './worker-process';

/** The built command line, which has the worker process as a hidden command. */
const PROGRAM = resolve(__dirname, '../../main.js');

/** The workers of one side: the services of a turn, distributed over processes. */
export class WorkerProcesses {
  private constructor(private readonly children: readonly ChildProcess[]) {}

  /** @throws Fault `internal` with the output of a process that does not start */
  static async start(
    { processes: count, allServices, concurrency }: ServingProcesses,
    settings: Omit<WorkerSettings, 'services' | 'concurrency'>,
  ): Promise<WorkerProcesses> {
    const children = Array.from({ length: count }, (_, at) => {
      const services = RING.filter((_name, place) => allServices || place % count === at);
      return start({ ...settings, concurrency, services });
    });
    const processes = new WorkerProcesses(children.map(({ child }) => child));
    try {
      await Promise.all(children.map(({ up }) => up));
      return processes;
    } catch (error) {
      await processes.stop();
      throw error;
    }
  }

  async usage(): Promise<Usage> {
    const all = await Promise.all(
      this.children.map(async (child) => {
        const said = once(child, 'message');
        child.send('usage');
        const [usage] = (await said) as [Usage];
        return usage;
      }),
    );
    return all.reduce((sum, usage) => combine(sum, usage), NOTHING_USED);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
        const gone = once(child, 'exit');
        if (child.connected) child.disconnect();
        await gone;
      }),
    );
  }
}

function start(settings: WorkerSettings): { readonly child: ChildProcess; readonly up: Promise<void> } {
  const { PATH, HOME } = process.env;
  const args = [
    '--disable-warning=ExperimentalWarning',
    PROGRAM,
    'bench',
    'turns-process',
    JSON.stringify(settings),
  ];
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const up = new Promise<void>((done, failed) => {
    child.on('message', (word: WorkerWord) => {
      if (word === 'up') done();
    });
    child.once('error', failed);
    child.once('close', (code) => {
      failed(new Fault('internal', `A worker process exited with ${code}: ${said.trim().slice(-500)}`));
    });
  });
  up.catch(() => undefined);
  return { child, up };
}
