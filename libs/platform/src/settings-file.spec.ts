import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';
import { readConfig } from './config';
import { settingsFile, withSettingsFile, writeSettingsFile } from './settings-file';

describe('the settings file', () => {
  const home = mkdtempSync(join(tmpdir(), 'quarry-settings-'));
  const file = join(home, '.config', 'quarry', 'settings.env');
  const OLLAMA = { QUARRY_CHAT_BASE_URL: 'http://127.0.0.1:11434/v1', QUARRY_CHAT_MODEL: 'qwen3:8b' };
  afterEach(() => rmSync(join(home, '.config'), { recursive: true, force: true }));
  afterAll(() => rmSync(home, { recursive: true }));

  it('is in the home folder, unless it is named or unwanted', () => {
    expect(settingsFile({ HOME: home })).toBe(file);
    expect(settingsFile({ HOME: home, XDG_CONFIG_HOME: '/x' })).toBe('/x/quarry/settings.env');
    expect(settingsFile({ HOME: home, QUARRY_SETTINGS: '/y' })).toBe('/y');
    expect(settingsFile({ HOME: home, QUARRY_SETTINGS: 'none' })).toBeNull();
    expect(settingsFile({})).toBeNull();
  });

  it('is for its owner alone, and configures what reads the environment', async () => {
    await writeSettingsFile(file, 'chat', { ...OLLAMA, QUARRY_CHAT_API_KEY: 'a=b' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.config', 'quarry')).mode & 0o777).toBe(0o700);
    expect(readConfig({}, { HOME: home })).toMatchObject({
      ...{ chatProvider: 'openai', chatModel: 'qwen3:8b' },
      ...{ chatBaseUrl: OLLAMA.QUARRY_CHAT_BASE_URL, chatApiKey: 'a=b' },
    });
    await writeSettingsFile(file, 'chat', null);
    expect(readConfig({}, { HOME: home }).chatProvider).toBe('extractive');
  });

  it('counts for nothing where the environment describes a model: its key is for its own server', async () => {
    await writeSettingsFile(file, 'chat', { ...OLLAMA, QUARRY_CHAT_API_KEY: 'secret' });
    const elsewhere = { HOME: home, QUARRY_CHAT_BASE_URL: 'http://other/v1', QUARRY_CHAT_MODEL: 'm' };
    expect(withSettingsFile(elsewhere)).toEqual(elsewhere);
    expect(readConfig({}, { HOME: home, QUARRY_CHAT_PROVIDER: 'extractive' }).chatModel).toBeUndefined();
    expect(withSettingsFile({ HOME: home, QUARRY_CHAT_MODEL: '' })).toMatchObject(OLLAMA);
    expect(readConfig({}, { HOME: home, QUARRY_CHAT_API_KEY: 'newer' })).toMatchObject({
      ...{ chatModel: 'qwen3:8b', chatApiKey: 'newer' },
    });
  });

  it('keeps the embedding model and the chat model apart', async () => {
    const BGE = { EMBEDDER_URL: 'bge-small:/models/bge-small' };
    await writeSettingsFile(file, 'embedder', BGE);
    await writeSettingsFile(file, 'chat', { ...OLLAMA, QUARRY_CHAT_API_KEY: 'secret' });
    expect(withSettingsFile({ HOME: home })).toMatchObject({ ...OLLAMA, ...BGE });
    const ownChat = { HOME: home, QUARRY_CHAT_PROVIDER: 'extractive' };
    expect(withSettingsFile(ownChat)).toEqual({ ...ownChat, ...BGE });
    const ownEmbedder = { HOME: home, EMBEDDER_URL: 'none' };
    expect(withSettingsFile(ownEmbedder)).toMatchObject({ ...OLLAMA, EMBEDDER_URL: 'none' });
    await writeSettingsFile(file, 'chat', null);
    expect(withSettingsFile({ HOME: home })).toEqual({ HOME: home, ...BGE });
    await writeSettingsFile(file, 'embedder', null);
    expect(existsSync(file)).toBe(false);
  });

  it('is refused where others can read its key', async () => {
    await writeSettingsFile(file, 'chat', { ...OLLAMA, QUARRY_CHAT_API_KEY: 'secret' });
    chmodSync(file, 0o644);
    expect(() => readConfig({}, { HOME: home })).toThrow(`chmod 600 ${file}`);
    await writeSettingsFile(file, 'chat', OLLAMA);
    chmodSync(file, 0o644);
    expect(readConfig({}, { HOME: home }).chatModel).toBe('qwen3:8b');
  });

  it('names the line that it does not know', () => {
    mkdirSync(join(home, '.config', 'quarry'), { recursive: true });
    writeFileSync(file, '# mine\n\nQUARRY_PORT=1\n');
    expect(() => readConfig({}, { HOME: home })).toThrow(`${file}:3: `);
    expect(readFileSync(file, 'utf8')).toContain('QUARRY_PORT');
    rmSync(file);
    mkdirSync(file);
    expect(() => readConfig({}, { HOME: home })).toThrow(Fault);
  });
});
