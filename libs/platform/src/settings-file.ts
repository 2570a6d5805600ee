import { readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFile } from '@quarry/sqlite';
import { Fault } from '@quarry/turn';

/** Settings that the file can hold: those of the chat model, as `quarry setup --model` writes them. */
const FILE_SETTINGS = [
  'QUARRY_CHAT_PROVIDER',
  'QUARRY_CHAT_BASE_URL',
  'QUARRY_CHAT_API_KEY',
  'QUARRY_CHAT_MODEL',
] as const;

/** The settings of the file, by name. */
export type FileSettings = Partial<Readonly<Record<(typeof FILE_SETTINGS)[number], string>>>;

const HEAD =
  '# Written by `quarry setup --model`. The environment takes precedence. See docs/configuration.md.\n';

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
 * The environment with what the settings file adds. The settings of a model belong together, and a key must not reach
 * the server of another: if the environment describes a model, the file counts for nothing.
 * @throws Fault `bad_request` if the file cannot be read, or others can read the key in it
 * @example
 * withSettingsFile({ HOME: '/home/ada' }); // { HOME: '/home/ada', QUARRY_CHAT_MODEL: 'qwen3:8b', … }
 */
export function withSettingsFile(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (OWN_MODEL.some((name) => (env[name] ?? '') !== '')) return env;
  const file = settingsFile(env);
  const settings = file === null ? null : readSettingsFile(file);
  if (settings === null) return env;
  const key = env['QUARRY_CHAT_API_KEY'];
  return { ...env, ...settings, ...(key === undefined || key === '' ? {} : { QUARRY_CHAT_API_KEY: key }) };
}

/**
 * Replaces the settings file atomically. Only its owner can read it (0600), and its folder if this creates it.
 * @param settings null removes the file
 */
export async function writeSettingsFile(file: string, settings: FileSettings | null): Promise<void> {
  if (settings === null) {
    await rm(file, { force: true });
    return;
  }
  const lines = FILE_SETTINGS.flatMap((name) => {
    const value = settings[name];
    return value === undefined || value === '' ? [] : [`${name}=${value}\n`];
  });
  makePrivateFile(`${file}.new`);
  await writeFile(`${file}.new`, HEAD + lines.join(''));
  await rename(`${file}.new`, file);
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
  const settings = parseSettings(text, file);
  const isOpen = (statSync(file).mode & 0o077) !== 0;
  if (isOpen && settings.QUARRY_CHAT_API_KEY !== undefined)
    throw new Fault(
      'bad_request',
      `Other users can read the API key in the settings file ${file}. Run: chmod 600 ${file}`,
    );
  return settings;
}

function parseSettings(text: string, file: string): FileSettings {
  const settings: Record<string, string> = {};
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [name = '', ...value] = content.split('=');
    if (!FILE_SETTINGS.some((known) => known === name))
      throw new Fault(
        'bad_request',
        `${file}:${at + 1}: the settings file can hold ${FILE_SETTINGS.join(', ')}, each as NAME=VALUE. Set everything else in the environment.`,
      );
    settings[name] = value.join('=');
  }
  return settings;
}
