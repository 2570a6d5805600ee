import { readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFile } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

/** Settings that the file can hold, as `quarry setup --model` and `--embedding-model` write them. */
const FILE_SETTINGS = {
  chat: ['QUARRY_CHAT_PROVIDER', 'QUARRY_CHAT_BASE_URL', 'QUARRY_CHAT_API_KEY', 'QUARRY_CHAT_MODEL'],
  embedder: ['EMBEDDER_URL'],
} as const;
const ALL_SETTINGS = [...FILE_SETTINGS.chat, ...FILE_SETTINGS.embedder];

/** What a part of the settings is about. */
type SettingsPart = keyof typeof FILE_SETTINGS;

/** The settings of the file, by name. */
export type FileSettings = Partial<Readonly<Record<(typeof ALL_SETTINGS)[number], string>>>;

const HEAD = '# Written by `quarry setup`. The environment takes precedence. See docs/configuration.md.\n';

/**
 * The settings file of the user: `QUARRY_SETTINGS`, otherwise `~/.config/quarry/settings.env`; null where
 * `QUARRY_SETTINGS` is `none`, or there is no home folder.
 * @example
 * settingsFile({ HOME: '/home/ada' }); // '/home/ada/.config/quarry/settings.env'
 */
export function settingsFile(env: NodeJS.ProcessEnv): string | null {
  const named = env['QUARRY_SETTINGS'];
  if (named === 'none') return null;
  if (named !== undefined && named !== '') return named;
  const config = env['XDG_CONFIG_HOME'];
  if (config !== undefined && config !== '') return join(config, 'quarry', 'settings.env');
  const home = env === process.env ? homedir() : env['HOME'];
  return home === undefined || home === '' ? null : join(home, '.config', 'quarry', 'settings.env');
}

/** A process with one of these describes its model itself. */
const OWN_MODEL = ['QUARRY_CHAT_PROVIDER', 'QUARRY_CHAT_BASE_URL', 'QUARRY_CHAT_MODEL'] as const;

/**
 * The environment with what the settings file adds. The settings of a chat model belong together, and a key must not
 * reach the server of another: if the environment describes a chat model, that of the file counts for nothing.
 * @throws Fault `bad_request` if the file cannot be read, or others can read the key in it
 * @example
 * withSettingsFile({ HOME: '/home/ada' }); // { HOME: '/home/ada', QUARRY_CHAT_MODEL: 'qwen3:8b', … }
 */
export function withSettingsFile(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const [describesChat, describesEmbedder] = [OWN_MODEL.some(isSet), FILE_SETTINGS.embedder.some(isSet)];
  if (describesChat && describesEmbedder) return env;
  const file = settingsFile(env);
  const settings = file === null ? null : readSettingsFile(file);
  if (file === null || settings === null) return env;
  if (settings.QUARRY_CHAT_API_KEY !== undefined) checkPrivate(file);
  const key = env['QUARRY_CHAT_API_KEY'];
  return {
    ...env,
    ...(describesChat ? {} : partOf(settings, 'chat')),
    ...(describesEmbedder ? {} : partOf(settings, 'embedder')),
    ...(key === undefined || key === '' ? {} : { QUARRY_CHAT_API_KEY: key }),
  };
}

/** The chat model of the settings file, for display: without its key. */
export interface StoredChat {
  /** The file; null where the user has none. */
  readonly file: string | null;
  /** Whether the environment describes a model, so that the file's counts for nothing. */
  readonly isOverridden: boolean;
  /** Null if the file has none. */
  readonly model: { readonly provider: string; readonly baseUrl: string; readonly name: string } | null;
}

/**
 * What the settings file says about the chat model.
 * @throws Fault `bad_request` if the file cannot be read
 */
export function storedChat(env: NodeJS.ProcessEnv = process.env): StoredChat {
  const file = settingsFile(env);
  const stored = file === null ? {} : (readSettingsFile(file) ?? {});
  const name = stored.QUARRY_CHAT_MODEL;
  return {
    file,
    isOverridden: OWN_MODEL.some((each) => (env[each] ?? '') !== ''),
    model:
      name === undefined
        ? null
        : {
            provider: stored.QUARRY_CHAT_PROVIDER ?? 'openai',
            baseUrl: stored.QUARRY_CHAT_BASE_URL ?? '',
            name,
          },
  };
}

/**
 * Replaces one part of the settings file atomically, and keeps the other. Only its owner can read the file (0600), and
 * its folder if this creates it.
 * @param settings of this part; null forgets it. A file without settings is removed.
 * @throws Fault `bad_request` if there is a file that cannot be read, or for a value of more than one line
 * @example
 * await writeSettingsFile(file, 'embedder', { EMBEDDER_URL: 'bge-small:/models/bge-small' });
 */
export async function writeSettingsFile(
  file: string,
  part: SettingsPart,
  settings: FileSettings | null,
): Promise<void> {
  const other = part === 'chat' ? 'embedder' : 'chat';
  const all = { ...partOf(readSettingsFile(file) ?? {}, other), ...partOf(settings ?? {}, part) };
  const broken = Object.entries(all).find(([, value]) => /\p{Cc}/u.test(value));
  if (broken)
    throw new Fault('bad_request', `The value of ${broken[0]} holds a line break or a control character.`);
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  if (lines.length === 0) {
    await rm(file, { force: true });
    return;
  }
  makePrivateFile(`${file}.new`);
  await writeFile(`${file}.new`, HEAD + lines.join(''));
  await rename(`${file}.new`, file);
}

/** The settings of one part that have a value. */
function partOf(settings: FileSettings, part: SettingsPart): FileSettings {
  const names: readonly string[] = FILE_SETTINGS[part];
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => names.includes(name) && value !== ''),
  );
}

/** Null if there is no such file. */
function readSettingsFile(file: string): FileSettings | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Fault('bad_request', `The settings file ${file} cannot be read (${code}).`, { cause });
  }
  return parseSettings(text, file);
}

/** @throws Fault `bad_request` */
function checkPrivate(file: string): void {
  if ((statSync(file).mode & 0o077) === 0) return;
  throw new Fault(
    'bad_request',
    `Other users can read the API key in the settings file ${file}. Run: chmod 600 ${file}`,
  );
}

function parseSettings(text: string, file: string): FileSettings {
  const settings: Record<string, string> = {};
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [name = '', ...value] = content.split('=');
    if (!ALL_SETTINGS.some((known) => known === name))
      throw new Fault(
        'bad_request',
        `${file}:${at + 1}: the settings file can hold ${ALL_SETTINGS.join(', ')}, each as NAME=VALUE. Set everything else in the environment.`,
      );
    settings[name] = value.join('=');
  }
  return settings;
}
