import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingsOf } from '@quarry/platform';
import { startScriptedModel, type ScriptedModel } from '../../../../test/scripted-model/server';
import { RecordedTerminal } from '../testing/recorded-terminal';
import type { Questions } from './questions';
import { setUpModel, type WantedModel } from './set-up-model';

describe('the setup of a model', () => {
  const opened: ScriptedModel[] = [];
  const start = async (
    options: Partial<Parameters<typeof startScriptedModel>[0]>,
  ): Promise<ScriptedModel> => {
    const model = await startScriptedModel({ replies: () => 'ready', ...options });
    opened.push(model);
    return model;
  };
  afterEach(async () => {
    for (const model of opened.splice(0)) await model.close();
  });

  /** Sets up a model; `typed` is what the user types, in order; nothing, as in a pipe, if it is empty. */
  const setUp = async (
    wanted: Partial<WantedModel>,
    typed: readonly string[] = [],
    places: readonly string[] = [],
  ) => {
    const rest = [...typed];
    const secrets: string[] = [];
    const terminal = new RecordedTerminal();
    const questions: Questions = {
      ask: async () => rest.shift() ?? null,
      askSecret: async (prompt) => {
        secrets.push(prompt);
        return rest.shift() ?? null;
      },
    };
    const choice = await setUpModel(
      { baseUrl: undefined, name: undefined, provider: 'openai', apiKey: '', ...wanted },
      { terminal, questions, places: places.map((baseUrl) => ({ name: 'Ollama', baseUrl })) },
    );
    return { settings: settingsOf(choice), secrets, said: terminal.said.err };
  };

  it('finds the server of this machine, takes its model that chats, and calls it', async () => {
    const model = await start({ models: ['nomic-embed-text:latest', 'qwen3:8b'] });
    const gone = await start({});
    await gone.close();
    const { settings, said } = await setUp({}, [], [gone.baseUrl, model.baseUrl]);
    expect(settings).toEqual({
      QUARRY_CHAT_PROVIDER: 'openai',
      QUARRY_CHAT_BASE_URL: model.baseUrl,
      QUARRY_CHAT_API_KEY: '',
      QUARRY_CHAT_MODEL: 'qwen3:8b',
    });
    expect(model.requests.map(({ protocol }) => protocol)).toEqual(['models', 'openai']);
    expect(model.requests[1]?.body['model']).toBe('qwen3:8b');
    expect(said).toMatch(
      /^found Ollama at .*\n.*OLLAMA_CONTEXT_LENGTH.*\ntrying qwen3:8b.*\nqwen3:8b replied in/,
    );
  });

  it('says where it looked if nothing answers there, and what a server without a model lacks', async () => {
    const other = createServer((_request, response) => response.end('<html>'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`;
    await expect(setUp({}, [], [url])).rejects.toThrow(`Nothing answers where Ollama at ${url} would`);
    other.close();
    const empty = await start({ models: ['all-minilm'] });
    await expect(setUp({}, [], [empty.baseUrl])).rejects.toThrow('ollama pull');
  });

  it('asks for the key that a server wants, without showing it', async () => {
    const model = await start({ apiKey: 'secret' });
    const { settings, secrets, said } = await setUp({ baseUrl: `${model.baseUrl}/` }, ['secret']);
    expect(settings).toMatchObject({ QUARRY_CHAT_API_KEY: 'secret', QUARRY_CHAT_BASE_URL: model.baseUrl });
    expect(secrets).toHaveLength(1);
    expect(said).not.toContain('secret');
    await expect(setUp({ baseUrl: model.baseUrl })).rejects.toThrow('--key-stdin');
    await expect(setUp({ baseUrl: model.baseUrl, apiKey: 'wrong' })).rejects.toThrow('valid API key');
  });

  it('lets the user choose among several models, by number or name', async () => {
    const { baseUrl } = await start({ models: ['a', 'b', 'c'] });
    const chosen = async (...typed: string[]) => (await setUp({ baseUrl }, typed)).settings.QUARRY_CHAT_MODEL;
    expect(await chosen('2')).toBe('b');
    expect(await chosen('')).toBe('a');
    expect(await chosen('d', 'c')).toBe('c');
    await expect(setUp({ baseUrl })).rejects.toThrow('a, b, c. Choose one: --model-name NAME.');
  });

  it('stores nothing that has not replied', async () => {
    const model = await start({});
    model.failNext({ kind: 'status', status: 404, message: 'no such model' });
    await expect(setUp({ baseUrl: model.baseUrl, name: 'x' })).rejects.toThrow(
      'Check the base URL and the model',
    );
    await expect(setUp({ baseUrl: 'ftp://x' })).rejects.toThrow('not an http(s) URL');
  });

  it("speaks Anthropic's protocol", async () => {
    const model = await start({ apiKey: 'k' });
    const wanted = { baseUrl: model.anthropicUrl, provider: 'anthropic', name: 'claude' } as const;
    const { settings } = await setUp(wanted, ['k']);
    expect(settings).toMatchObject({ QUARRY_CHAT_PROVIDER: 'anthropic', QUARRY_CHAT_API_KEY: 'k' });
    expect(model.requests.map(({ protocol }) => protocol)).toEqual(['anthropic']);
  });
});
