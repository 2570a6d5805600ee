import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';

/** Time limit for redis-server to start, in milliseconds. */
const START_MS = 20_000;

/** A redis-server for one command, on a free port of this machine. */
export interface PrivateRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Range of random ports, below the ephemeral ports of the system, and the number of tries. */
const [FIRST, LAST, TRIES] = [30_000, 32_768, 20];

/**
 * Starts a redis-server. With `appendOnly`, it logs every write and syncs the log every second, as turns need it.
 * Without, nothing is on disk.
 * @throws Fault `redis_unavailable` if redis-server is not installed or does not start
 */
export async function startPrivateRedis({
  appendOnly = false,
}: { readonly appendOnly?: boolean } = {}): Promise<PrivateRedis> {
  for (let tries = 1; ; tries++) {
    try {
      return await startAt(randomInt(FIRST, LAST), appendOnly);
    } catch (error) {
      const isTaken = error instanceof Fault && error.message.includes('Failed listening');
      if (!isTaken || tries === TRIES) throw error;
    }
  }
}

async function startAt(port: number, appendOnly: boolean): Promise<PrivateRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
  const options = {
    '--port': port,
    '--bind': '127.0.0.1',
    '--dir': folder,
    '--save': '',
    '--appendonly': appendOnly ? 'yes' : 'no',
    '--appendfsync': 'everysec',
  };
  const server = spawn('redis-server', Object.entries(options).flat().map(String), {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = async (): Promise<void> => {
    if (server.pid !== undefined && server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(server);
    return { url: `redis://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(server: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const giveUp = (why: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new Fault('redis_unavailable', `redis-server ${why}`, { cause }));
    };
    const timer = setTimeout(() => {
      giveUp(`did not start within ${START_MS / 1000} s.`);
    }, START_MS);
    server.once('error', (error) => {
      giveUp(
        'cannot be started: is it installed (Debian: apt install redis-server, macOS: brew install redis)?',
        error,
      );
    });
    // 'close', not 'exit': by then, the output with the reason is complete.
    server.once('close', (code) => {
      giveUp(`exited with ${code}: ${output.trim().split('\n').at(-1) ?? ''}`);
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('Ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  server.stdout?.removeAllListeners('data').resume();
}
