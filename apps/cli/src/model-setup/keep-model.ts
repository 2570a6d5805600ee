import { MINILM, type Model } from '@quarry/embedder';
import { modelDir, settingsFile, settingsOf, writeSettingsFile } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { readStdin } from '../stdin';
import type { Terminal } from '../terminal';
import { questionsOf } from './questions';
import { setUpModel } from './set-up-model';

/** Options of `quarry setup` about the language model. */
export interface ModelOptions {
  /** True: of this machine; a text: base URL of a server; false: none any more. */
  readonly model?: boolean | string;
  readonly modelName?: string;
  readonly provider: 'openai' | 'anthropic';
  readonly keyStdin?: boolean;
}

const ANTHROPIC = 'https://api.anthropic.com';

/** Sets up a model and stores it. @throws Fault as `setUpModel` */
export async function keepModel(options: ModelOptions, terminal: Terminal): Promise<void> {
  const file = fileOf();
  const { model, modelName: name, provider } = options;
  const given = options.keyStdin === true ? await readStdin() : (process.env['QUARRY_CHAT_API_KEY'] ?? '');
  if (provider === 'anthropic' && name === undefined)
    throw new Fault('bad_request', 'Name the model: --model-name NAME.');
  const baseUrl = typeof model === 'string' ? model : provider === 'anthropic' ? ANTHROPIC : undefined;
  const choice = await setUpModel(
    { baseUrl, name, provider, apiKey: given.trim() },
    { terminal, questions: questionsOf({ input: process.stdin, output: process.stderr }) },
  );
  await writeSettingsFile(file, 'chat', settingsOf(choice));
  terminal.err(`stored in ${file}, which only you can read; every command and 'quarry serve' now use it\n`);
  notePrecedence(['QUARRY_CHAT_PROVIDER', 'QUARRY_CHAT_BASE_URL', 'QUARRY_CHAT_MODEL'], terminal);
}

/** Removes the stored model. */
export async function keepNoModel(terminal: Terminal): Promise<void> {
  const file = fileOf();
  await writeSettingsFile(file, 'chat', null);
  terminal.err(`no language model is stored any more (${file})\n`);
}

/** Stores the embedding model of this user; the default needs no setting. @throws Fault `setup_failed` */
export async function keepEmbedder(model: Model, terminal: Terminal): Promise<void> {
  const file = fileOf();
  const url = model === MINILM ? null : `${model.name}:${modelDir(model)}`;
  await writeSettingsFile(file, 'embedder', url === null ? null : { EMBEDDER_URL: url });
  terminal.err(`every command and 'quarry serve' now use ${model.name} (${file})\n`);
  terminal.note('an index with vectors of another model must be built again: quarry index PATH --rebuild');
  notePrecedence(['EMBEDDER_URL'], terminal);
}

/** Says which settings of the environment the file does not change. */
function notePrecedence(names: readonly string[], terminal: Terminal): void {
  const own = names.filter((name) => (process.env[name] ?? '') !== '');
  if (own.length > 0)
    terminal.note(
      `the environment sets ${own.join(' and ')}, which takes precedence: unset it to use the file.`,
    );
}

/** @throws Fault `setup_failed` where the user has no settings file */
function fileOf(): string {
  const file = settingsFile(process.env);
  if (file !== null) return file;
  throw new Fault(
    'setup_failed',
    'There is no home folder to store settings in. Set QUARRY_SETTINGS to a file.',
  );
}
