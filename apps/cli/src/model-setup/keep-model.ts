import { settingsFile, writeSettingsFile } from '@quarry/platform';
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
  const settings = await setUpModel(
    { baseUrl, name, provider, apiKey: given.trim() },
    { terminal, questions: questionsOf({ input: process.stdin, output: process.stderr }) },
  );
  await writeSettingsFile(file, 'chat', settings);
  terminal.err(`stored in ${file}, which only you can read; every command and 'quarry serve' now use it\n`);
  const own = ['QUARRY_CHAT_PROVIDER', 'QUARRY_CHAT_BASE_URL', 'QUARRY_CHAT_MODEL'].filter(
    (name) => (process.env[name] ?? '') !== '',
  );
  if (own.length > 0)
    terminal.note(
      `the environment sets ${own.join(' and ')}, which takes precedence: unset it to use the file.`,
    );
}

/** Removes the stored model. */
export async function keepNoModel(terminal: Terminal): Promise<void> {
  const file = fileOf();
  await writeSettingsFile(file, 'chat', null);
  terminal.err(`no language model is stored any more (${file})\n`);
}

/** @throws Fault `setup_failed` where the user has no settings file */
export function fileOf(): string {
  const file = settingsFile(process.env);
  if (file !== null) return file;
  throw new Fault(
    'setup_failed',
    'There is no home folder to store settings in. Set QUARRY_SETTINGS to a file.',
  );
}
