import { bareInputs, listModels, openChatModel, type ChatProvider } from '@quarry/chat-model';
import type { FileSettings } from '@quarry/platform';
import { Fault, toFault } from '@quarry/turn';
import { printable } from '../printable';
import type { Terminal } from '../terminal';
import { chatModelsOf, findServer, type FoundServer } from './find-server';
import type { Questions } from './questions';

/** What the command line says about the model. */
export interface WantedModel {
  /** Undefined: a server of this machine, at its usual port. */
  readonly baseUrl: string | undefined;
  readonly name: string | undefined;
  readonly provider: Exclude<ChatProvider, 'extractive'>;
  /** Empty if none is given yet. */
  readonly apiKey: string;
}

interface Setting {
  readonly terminal: Terminal;
  readonly questions: Questions;
  /** Where to look for a server of this machine; the usual ports by default. */
  readonly places?: Parameters<typeof findServer>[0];
}

/** Room for the thoughts of a reasoning model before the one word that it is asked for. */
const MAX_TOKENS = 2_000;

/** A model that was unused may first be loaded into memory. In milliseconds. */
const FIRST_CALL_MS = 300_000;
const LIST_MS = 20_000;

const KEY_HELP =
  'Give a key without putting it on the command line: `quarry setup --model URL --key-stdin < FILE`, or set QUARRY_CHAT_API_KEY for this call.';

/**
 * Finds the server, chooses a model of it, and makes one call.
 * @returns the settings of a model that has replied
 * @throws Fault `setup_failed` if nothing answers or no model is chosen; as a chat model if the call fails
 */
export async function setUpModel(wanted: WantedModel, setting: Setting): Promise<FileSettings> {
  const { server, apiKey } = await serverOf(wanted, setting);
  const model = wanted.name ?? (await chosenModel(server, setting));
  const seconds = await tryCall({ ...wanted, baseUrl: server.baseUrl, name: model, apiKey }, setting);
  setting.terminal.err(`${printable(model)} replied in ${seconds} s\n`);
  return {
    QUARRY_CHAT_PROVIDER: wanted.provider,
    QUARRY_CHAT_BASE_URL: server.baseUrl,
    QUARRY_CHAT_API_KEY: apiKey,
    QUARRY_CHAT_MODEL: model,
  };
}

async function serverOf(
  { baseUrl, provider, apiKey, name }: WantedModel,
  { terminal, questions, places }: Setting,
): Promise<{ readonly server: FoundServer; readonly apiKey: string }> {
  if (baseUrl === undefined) {
    const server = await findServer(places);
    terminal.err(`found ${server.name} at ${server.baseUrl}\n`);
    if (server.name === 'Ollama')
      terminal.note(
        'Ollama cuts prompts that are longer than its context, 4,096 tokens by default on many machines: start it with OLLAMA_CONTEXT_LENGTH=32768.',
      );
    return { server, apiKey };
  }
  const found = (models: readonly string[], key: string): { server: FoundServer; apiKey: string } => ({
    server: { name: baseUrl, baseUrl: baseUrl.replace(/\/$/, ''), models },
    apiKey: key,
  });
  if (provider === 'anthropic' || name !== undefined) {
    const key = apiKey === '' && provider === 'anthropic' ? await askedKey(questions) : apiKey;
    return found([], key);
  }
  const list = (key: string): Promise<readonly string[] | null> =>
    listModels({ baseUrl, apiKey: key }, AbortSignal.any([terminal.signal, AbortSignal.timeout(LIST_MS)]));
  try {
    return found((await list(apiKey)) ?? [], apiKey);
  } catch (error) {
    if (toFault(error).code !== 'model_refused' || apiKey !== '') throw error;
    const key = await askedKey(questions);
    return found((await list(key)) ?? [], key);
  }
}

/** @throws Fault `setup_failed` without an answer */
async function askedKey(questions: Questions): Promise<string> {
  const key = await questions.askSecret('API key (not shown): ');
  if (key === null || key === '') throw new Fault('setup_failed', `The server needs an API key. ${KEY_HELP}`);
  return key;
}

/** @throws Fault `setup_failed` if it cannot be decided */
async function chosenModel(server: FoundServer, { terminal, questions }: Setting): Promise<string> {
  const models = chatModelsOf(server.models);
  const [first] = models;
  if (first === undefined)
    throw new Fault(
      'setup_failed',
      `${server.baseUrl} lists no model that can chat. Name one: quarry setup --model ${server.baseUrl} --model-name NAME.`,
    );
  if (models.length === 1) return first;
  const lines = models.map((name, at) => `  ${at + 1}  ${printable(name)}\n`);
  const typed = await questions.ask(`${lines.join('')}Which model? [1] `);
  if (typed === null)
    throw new Fault(
      'setup_failed',
      `The server has several models: ${models.slice(0, 20).join(', ')}. Choose one: --model-name NAME.`,
    );
  const chosen = typed === '' ? first : (models[Number(typed) - 1] ?? models.find((name) => name === typed));
  if (chosen !== undefined) return chosen;
  terminal.note(`'${typed}' is not in the list.`);
  return chosenModel(server, { terminal, questions });
}

/** @returns the seconds that it took, with one decimal */
async function tryCall(
  { provider, baseUrl, name, apiKey }: WantedModel,
  { terminal }: Setting,
): Promise<string> {
  const model = openChatModel({
    provider,
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(name === undefined ? {} : { model: name }),
    ...{ timeoutMs: FIRST_CALL_MS, idleTimeoutMs: FIRST_CALL_MS, maxRetries: 0 },
  });
  terminal.err(`trying ${printable(name ?? '')} at ${baseUrl ?? ''} ...\n`);
  const start = performance.now();
  await model.complete({
    messages: [{ role: 'user', content: 'Reply with the one word: ready' }],
    inputs: bareInputs('answer', 'Reply with the one word: ready'),
    maxOutputTokens: MAX_TOKENS,
    signal: terminal.signal,
  });
  return ((performance.now() - start) / 1_000).toFixed(1);
}
