import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { makeCertificates, type Certificates } from './certificates';
import { freePort } from '../servers/free-port';

/** Why tests that need Redis cannot run here; undefined where they can. */
const noRedis: string | undefined = spawnSync('redis-server', ['--version']).error
  ? 'redis-server is not installed; install it (Debian: apt-get install redis-server, macOS: brew install redis)'
  : undefined;

/** `describe` where redis-server is installed; otherwise a skipped block that says why. */
export function describeWithRedis(name: string, body: () => void): void {
  if (noRedis === undefined) describe(name, body);
  else describe.skip(`${name} (skipped: ${noRedis})`, body);
}

/** A private redis-server of a test, on a free port, without persistence. */
export class TestRedis {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private process: ChildProcess,
    private readonly certificates?: Certificates,
  ) {}

  /** @param args further options of redis-server, e.g. `['--maxmemory-policy', 'allkeys-lru']`. */
  static async start(args: readonly string[] = []): Promise<TestRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
    const port = await freePort();
    return new TestRedis(port, folder, await launch(port, folder, args));
  }

  /** One that is a cluster of its own: it keeps all slots, and refuses a script whose keys lie in several. */
  static async startAsCluster(): Promise<TestRedis> {
    const redis = await TestRedis.start(['--cluster-enabled', 'yes']);
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
    return new TestRedis(port, folder, await launch(port, folder, [...tls, ...args]), certificates);
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
      ...(password === undefined ? {} : { password }),
    });
  }

  /** Ends the server at once, as a crash would. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /** Starts a server again on the same port; it knows nothing of the former one's keys. */
  async restart(): Promise<void> {
    await this.kill();
    this.process = await launch(this.port, this.folder, []);
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
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
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)));
  });
  server.stdout.removeAllListeners('data').resume();
  server.removeAllListeners('exit');
  return server;
}
