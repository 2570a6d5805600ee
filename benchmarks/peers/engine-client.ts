import { fork, type ChildProcess } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asked } from './engine.ts';
import type { Reply, Request } from './protocol.ts';

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { readonly kind: Kind }>;

/** What an engine's process is started with. */
export interface EnginePlace {
  /** Name in `ENGINES`. */
  readonly engine: string;
  /** Folder of the corpus. */
  readonly corpus: string;
  /** Folder of what the engine writes. */
  readonly folder: string;
}

/** An engine that answers, in a process of its own. */
export interface RunningEngine {
  readonly engine: string;
  readonly ways: readonly string[];
  readonly buildSeconds: number;
  ask(way: string, asked: Asked): Promise<{ readonly documents: readonly string[]; readonly ms: number }>;
  /** Resident set now, in MB. */
  memory(): Promise<number>;
  close(): void;
}

/** Builds in one process, asks in another: what building leaves in memory is not counted. In-memory engines build where they are asked. */
export async function startEngine(place: EnginePlace): Promise<RunningEngine> {
  const builder = new EngineProcess(place);
  const built = await builder.call({ kind: 'build' }, 'built');
  builder.close();
  const running = new EngineProcess(place);
  const opened = await running.call({ kind: 'open' }, 'opened');
  return {
    engine: place.engine,
    ways: opened.ways,
    buildSeconds: built.seconds + opened.seconds,
    ask: (way, asked) => running.call({ kind: 'ask', way, asked }, 'found'),
    memory: async () => (await running.call({ kind: 'memory' }, 'memory')).megabytes,
    close: () => {
      running.close();
    },
  };
}

/** Size of a folder in MB; 0 where there is none. */
export async function megabytesOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const name of names) {
    const found = await stat(join(folder, name));
    if (found.isFile()) bytes += found.size;
  }
  return bytes / 2 ** 20;
}

class EngineProcess {
  private readonly child: ChildProcess;
  private readonly name: string;

  constructor({ engine, corpus, folder }: EnginePlace) {
    this.name = engine;
    this.child = fork(join(import.meta.dirname, 'engine-process.ts'), [engine, corpus, folder], {
      serialization: 'advanced',
      execArgv: ['--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning'],
      // LanceDB writes a line of warning for each query otherwise, which takes time.
      env: { ...process.env, RUST_LOG: 'error', LANCEDB_LOG: 'error' },
    });
  }

  async call<Kind extends Reply['kind']>(request: Request, wanted: Kind): Promise<ReplyOf<Kind>> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
        reject(new Error(`The process of ${this.name} ended (${signal ?? code}).`));
      };
      this.child.once('exit', ended);
      this.child.once('message', (message: Reply) => {
        this.child.off('exit', ended);
        resolve(message);
      });
      this.child.send(request);
    });
    if (reply.kind === 'failed') throw new Error(`${this.name}: ${reply.message}`);
    if (reply.kind !== wanted) throw new Error(`${this.name} replied '${reply.kind}', not '${wanted}'.`);
    return reply as ReplyOf<Kind>;
  }

  close(): void {
    if (this.child.connected) this.child.disconnect();
  }
}
