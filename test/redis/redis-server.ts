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

/** How often the length of an append-only file is looked at, and for how long that is remembered, in milliseconds. */
const SAMPLE_MS = 25;
const KEPT_MS = 10_000;

/** Why tests that need Redis cannot run here; undefined where they can. */
const noRedis: string | undefined = spawnSync('redis-server', ['--version']).error
  ? 'redis-server is not installed; install it (Debian: apt-get install redis-server, macOS: brew install redis)'
  : undefined;

/** `describe` where redis-server is installed; otherwise a skipped block that says why. */
export function describeWithRedis(name: string, body: () => void): void {
  if (noRedis === undefined) describe(name, body);
  else describe.skip(`${name} (skipped: ${noRedis})`, body);
}

/** Appended to a file that is forced to the disk each second, as operators are told to run it; never rewritten, so that a test can cut it. */
const APPEND_ONLY = [
  '--appendonly',
  'yes',
  '--appendfsync',
  'everysec',
  '--auto-aof-rewrite-percentage',
  '0',
];

/** A private redis-server of a test, on a free port, without persistence unless it is started so. */
export class TestRedis {
  private written: AppendedBytes | undefined;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private process: ChildProcess,
    private readonly args: readonly string[],
    private readonly certificates?: Certificates,
  ) {}

  /** @param args further options of redis-server, e.g. `['--maxmemory-policy', 'allkeys-lru']`. */
  static async start(args: readonly string[] = []): Promise<TestRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
    const port = await freePort();
    return new TestRedis(port, folder, await launch(port, folder, args), args);
  }

  /** One with an append-only file (`everysec`): what it knew is there again after `restart()`. */
  static async startAppendOnly(args: readonly string[] = []): Promise<TestRedis> {
    const redis = await TestRedis.start([...APPEND_ONLY, ...args]);
    redis.written = new AppendedBytes(join(redis.folder, 'appendonlydir'));
    return redis;
  }

  /**
   * A node of a cluster that keeps no slots yet. Nodes talk on a second port, by default 10,000 above the first: there the system's own ports lie, so
   * that any open connection can keep the server from starting.
   * @returns the node, and the second port, which `CLUSTER MEET` takes.
   */
  static async startAsNode(): Promise<{ readonly node: TestRedis; readonly busPort: number }> {
    const busPort = await freePort();
    const node = await TestRedis.start(['--cluster-enabled', 'yes', '--cluster-port', String(busPort)]);
    return { node, busPort };
  }

  /** One that is a cluster of its own: it keeps all slots, and refuses a script whose keys lie in several. */
  static async startAsCluster(): Promise<TestRedis> {
    const { node: redis } = await TestRedis.startAsNode();
    const client = redis.client();
    await client.cluster('ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
    while (!(await client.cluster('INFO')).includes('cluster_state:ok'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    client.disconnect();
    return redis;
  }

  /** One that speaks TLS only, with a certificate for 127.0.0.1 and localhost, signed by an authority of its own. */
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

  /** File of the authority that a client must know; undefined without TLS. */
  get ca(): string | undefined {
    return this.certificates?.ca;
  }

  /** A client for looking at keys; the caller disconnects it. */
  client(password?: string): Redis {
    const tls = this.ca === undefined ? {} : { tls: { ca: readFileSync(this.ca) } };
    return new Redis(this.url, {
      maxRetriesPerRequest: 1,
      ...tls,
      ...defined({ password }),
    });
  }

  /** Ends the server at once, as a crash would. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /**
   * Ends the server as a power cut would, and takes from its append-only file what was written in the last second, which the disk need not have had.
   * @returns when the oldest of what is gone was written, in milliseconds since the epoch; everything before is kept.
   */
  async powerLoss(): Promise<number> {
    if (!this.written) throw new Error('Only a server with an append-only file loses its last second.');
    const at = Date.now();
    await this.kill();
    return this.written.cut(at - 1_000);
  }

  /** Starts a server again on the same port and with the same options; without an append-only file it knows nothing of the former one's keys. */
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

/** How long the append-only file was when, for the last seconds. */
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

  /** Cuts the file to what it was at a moment, or at the last sample before it. @returns the time of that sample */
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

  /** The part that is being written: Redis 7 keeps a folder of a base and increments. */
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
