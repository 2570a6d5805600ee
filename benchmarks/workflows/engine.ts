/** What a turn is here: so many hops, each of which waits so many milliseconds and does nothing else. */
export interface Work {
  readonly hops: number;
  readonly workMs: number;
}

export interface EngineOptions extends Work {
  /** Called in each hop, before it waits. */
  readonly onHop: () => void;
  /** Of a redis-server with AOF; empty for engines that need none. */
  readonly redisUrl: string;
  /** In a process that is to bring the turns of an earlier one to their end. */
  readonly replay: boolean;
  /** A folder that outlives the process. */
  readonly folder: string;
}

/** A workflow engine that is ready to run turns. */
export interface OpenEngine {
  /** Begins a turn under this id; resolves when the engine has it. */
  begin(id: string): Promise<void>;
  /** Resolves when the turn that was begun has ended. */
  ended(id: string): Promise<void>;
  /** In a new process: brings a turn to its end that an earlier one began. Absent where nothing outlives the process. */
  readonly recover?: (id: string) => Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  readonly title: string;
  readonly needsRedis: boolean;
  /** What is on disk when a turn has been accepted. */
  readonly durable: boolean;
  open(options: EngineOptions): Promise<OpenEngine>;
}

/** For engines whose turn is one call: keeps the promise until somebody waits for it. */
export class Running {
  private readonly runs = new Map<string, Promise<unknown>>();

  begin(id: string, run: Promise<unknown>): void {
    // Whoever waits for the end hears of a failure.
    run.catch(() => undefined);
    this.runs.set(id, run);
  }

  async ended(id: string): Promise<void> {
    await this.runs.get(id);
    this.runs.delete(id);
  }
}

export function wait(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}
