import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port';

const LOCAL = resolve(__dirname, '../../deploy/local');

/** A private Elasticsearch or Neo4j, which a test can kill. Starting takes 10 to 60 s. */
export class OwnServer {
  private constructor(
    private readonly name: 'elasticsearch' | 'neo4j',
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(name: 'elasticsearch' | 'neo4j'): Promise<OwnServer> {
    const server = new OwnServer(name, await mkdtemp(join(tmpdir(), `quarry-${name}-`)), await freePort());
    await server.restart();
    return server;
  }

  /** `http://…` or `bolt://…`. */
  get url(): string {
    return `${this.name === 'neo4j' ? 'bolt' : 'http'}://127.0.0.1:${this.port}`;
  }

  /** Kills the server, like a crash. Does nothing if it was killed before. */
  async kill(): Promise<void> {
    const file = join(this.folder, this.name === 'neo4j' ? 'neo4j.pid' : 'es.pid');
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return;
    const pid = Number(text.trim());
    process.kill(pid, 'SIGKILL');
    while (alive(pid)) await new Promise((done) => setTimeout(done, 20));
    await rm(file);
  }

  /** Restarts the server with its data, on the same port. */
  async restart(): Promise<void> {
    await script(this.name, ['start', this.folder, String(this.port)]);
  }

  /** Ends the server and removes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function script(name: string, args: readonly string[]): Promise<void> {
  const child = spawn(join(LOCAL, `${name}.sh`), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name}.sh ${args.join(' ')} ended with ${code}: ${output}`);
}
