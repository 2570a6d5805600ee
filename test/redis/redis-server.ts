import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { defined } from '@quarry/turn';
import { makeCertificates, type Certificates } from './certificates';
import { freePort } from '../servers/free-port';

/** Sampling interval of the length of an append-only file, and how long samples are kept, in milliseconds. */
const SAMPLE_MS = 25;
const KEPT_MS = 10_000;

/** Why tests that need Redis cannot run here; undefined if they can. */
const noRedis: string | undefined = spawnSync('redis-server', ['--version']).error
  ? 'redis-server is not installed; install it (Debian: apt-get install redis-server, macOS: brew install redis)'
  : undefined;

/** `describe` if redis-server is installed; otherwise a skipped block with the reason. */
export function describeWithRedis(name: string, body: () => void): void {
  if (noRedis === undefined) describe(name, body);
  else describe.skip(`${name} (skipped: ${noRedis})`, body);
}

/** Synced to disk every second, as recommended to operators; never rewritten, so that a test can truncate it. */
const APPEND_ONLY = [
  '--appendonly',
  'yes',
  '--appendfsync',
  'everysec',
  '--auto-aof-rewrite-percentage',
  '0',
];

/** A private redis-server of a test, on a free port, by default without persistence. */
export class TestRedis {
  private written: AppendedBytes | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private process: ChildProcess,
    private readonly args: readonly string[],
    private readonly certificates?: Certificates,
  ) {}

  /** @param args further options of redis-server, e.g. `['--maxmemory-policy', 'allkeys-lru']` */
  static async start(args: readonly string[] = []): Promise<TestRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
    const port = await freePort();
    return new TestRedis(port, folder, await launch(port, folder, args), args);
  }

  /** One with an append-only file (`everysec`): its data survives `restart()`. */
  static async startAppendOnly(args: readonly string[] = []): Promise<TestRedis> {
    const redis = await TestRedis.start([...APPEND_ONLY, ...args]);
    redis.written = new AppendedBytes(join(redis.folder, 'appendonlydir'));
    return redis;
  }

  /**
   * A node of a cluster without slots. Nodes communicate over a second port, by default 10,000 above the first, in the
   * range of ephemeral ports, where any open connection can prevent the server from starting.
   * @returns the node, and the second port, for `CLUSTER MEET`
   */
  static async startAsNode(): Promise<{ readonly node: TestRedis; readonly busPort: number }> {
    const busPort = await freePort();
    const node = await TestRedis.start(['--cluster-enabled', 'yes', '--cluster-port', String(busPort)]);
    return { node, busPort };
  }

  /** A one-node cluster: it keeps all slots, and refuses a script whose keys are in several. */
  static async startAsCluster(): Promise<TestRedis> {
    const { node: redis } = await TestRedis.startAsNode();
    const client = redis.client();
    await client.cluster('ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
    while (!(await client.cluster('INFO')).includes('cluster_state:ok'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    client.disconnect();
    return redis;
  }

  /** One with TLS only, with a certificate for 127.0.0.1 and localhost from its own authority. */
  static async startWithTls(args: readonly string[] = []): Promise<TestRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-tls-'));
    const port = await freePort();
    const certificates = makeCertificates(folder);
    const { ca, certificate, key } = certificates;
    const files = ['--tls-ca-cert-file', ca, '--tls-cert-file', certificate, '--tls-key-file', key];
    const tls = ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...files];
    const all = [...tls, ...args];
    return new TestRedis(port, folder, await launch(port, folder, all), all, certificates);
  }

  get url(): string {
    return `${this.certificates ? 'rediss' : 'redis'}://127.0.0.1:${this.port}`;
  }

  /** File of the authority that a client must trust; undefined without TLS. */
  get ca(): string | undefined {
    return this.certificates?.ca;
  }

  /** A client for inspecting keys; the caller disconnects it. */
  client(password?: string): Redis {
    const tls = this.ca === undefined ? {} : { tls: { ca: readFileSync(this.ca) } };
    return new Redis(this.url, {
      maxRetriesPerRequest: 1,
      ...tls,
      ...defined({ password }),
    });
  }

  /** Ends the server at once, like a crash. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /**
   * Ends the server like a power failure, and removes the writes of the last second, which may not be on disk, from its
   * append-only file.
   * @returns when the oldest lost write was made, in milliseconds since the epoch; everything before is kept
   */
  async powerLoss(): Promise<number> {
    if (!this.written) throw new Error('Only a server with an append-only file loses its last second.');
    const at = Date.now();
    await this.kill();
    return this.written.cut(at - 1_000);
  }

  /**
   * Restarts the server on the same port with the same options. Without an append-only file, it has none of its
   * previous keys.
   */
  async restart(): Promise<void> {
    await this.kill();
    this.process = await launch(this.port, this.folder, this.args);
  }

  async stop(): Promise<void> {
    this.written?.stop();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Lengths of the append-only file with their times, for the last seconds. */
class AppendedBytes {
  private samples: { readonly at: number; readonly bytes: number; readonly file: string }[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly folder: string) {
    this.sample();
    this.timer = setInterval(() => {
      this.sample();
    }, SAMPLE_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Truncates the file to its length at a given time, or at the last sample before it. @returns the time of that sample
   */
  cut(moment: number): number {
    const file = this.newest();
    const kept = this.samples.findLast((sample) => sample.at <= moment && sample.file === file);
    if (!kept) throw new Error(`${file} is too young to be cut: wait a second after the server's start.`);
    truncateSync(file, kept.bytes);
    this.samples = [];
    return kept.at;
  }

  private sample(): void {
    const file = this.newest();
    const at = Date.now();
    this.samples = this.samples.filter((sample) => sample.at > at - KEPT_MS);
    this.samples.push({ at, bytes: statSync(file).size, file });
  }

  /** The current increment: Redis 7 keeps a folder with a base and increments. */
  private newest(): string {
    const increments = readdirSync(this.folder).filter((name) => name.endsWith('.incr.aof'));
    return join(this.folder, increments.sort().at(-1) ?? '');
  }
}

async function launch(port: number, folder: string, args: readonly string[]): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...args];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('close', (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)));
  });
  server.stdout.removeAllListeners('data').resume();
  server.removeAllListeners('close');
  return server;
}
