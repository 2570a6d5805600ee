import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fetchModel } from '@quarry/embedder';
import { modelDir } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import { withExamples } from '../options';
import type { CommandContext, Terminal } from '../terminal';

export function addSetup(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Fetch the embedding model (16 MB, once, checksum verified), so that search by meaning works; no network is needed ' +
        'afterwards. Without it everything works by keywords.',
    )
    .option(
      '--redis',
      "also make sure that a Redis server is installed (Debian, Homebrew), for 'quarry serve SERVICE'",
    )
    .option('--model-source <url>', 'base URL of a mirror of Maven Central');
  withExamples(command, [
    ['quarry setup', ''],
    ['quarry setup --redis', 'and what several processes need'],
  ]).action(async (options: { redis?: boolean; modelSource?: string }) => {
    await ensureModel(terminal, options.modelSource);
    if (options.redis === true) await ensureRedis(terminal);
  });
}

/** Fetches the model's files where they are not there yet. @throws Fault `setup_failed`. */
export async function ensureModel(terminal: Terminal, source?: string): Promise<void> {
  const dir = modelDir();
  await fetchModel(dir, {
    signal: terminal.signal,
    ...defined({ baseUrl: source }),
    onProgress: ({ received, total }) => {
      const of = total === null ? '' : `of ${Math.round(total / 1e6)} `;
      terminal.progress(`fetching the embedding model: ${Math.round(received / 1e6)} ${of}MB`);
    },
  });
  terminal.err(`embedding model ready in ${dir}\n`);
}

/** Installs a Redis server where this machine's package manager may; says what to do elsewhere. */
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
