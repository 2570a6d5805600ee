import {
  findServer,
  serverModels,
  tryModel,
  type FoundServer,
  type ModelChoice,
  type ServerPlace,
} from '@quarry/platform';
import { Fault, toFault } from '@quarry/turn';
import { printable } from '../printable';
import type { Terminal } from '../terminal';
import type { Questions } from './questions';

/** What the command line says about the model. */
export interface WantedModel {
  /** Undefined: a server of this machine, at its usual port. */
  readonly baseUrl: string | undefined;
  readonly name: string | undefined;
  readonly provider: ModelChoice['provider'];
  /** Empty if none is given yet. */
  readonly apiKey: string;
}

interface Setting {
  readonly terminal: Terminal;
  readonly questions: Questions;
  /** Where to look for a server of this machine; the usual ports by default. */
  readonly places?: readonly ServerPlace[];
}

const KEY_HELP =
  'Give a key without putting it on the command line: `quarry setup --model URL --key-stdin < FILE`, or set QUARRY_CHAT_API_KEY for this call.';

/**
 * Finds the server, chooses a model of it, and makes one call.
 * @returns a model that has replied
 * @throws Fault `setup_failed` if nothing answers or no model is chosen; as a chat model if the call fails
 */
export async function setUpModel(wanted: WantedModel, setting: Setting): Promise<ModelChoice> {
  const { server, apiKey } = await serverOf(wanted, setting);
  const model = wanted.name ?? (await chosenModel(server, setting));
  const { terminal } = setting;
  const choice = { provider: wanted.provider, baseUrl: server.baseUrl, model, apiKey };
  terminal.err(`trying ${printable(model)} at ${server.baseUrl} ...\n`);
  const seconds = (await tryModel(choice, terminal.signal)) / 1_000;
  terminal.err(`${printable(model)} replied in ${seconds.toFixed(1)} s\n`);
  return choice;
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
  const place = { name: baseUrl, baseUrl: baseUrl.replace(/\/$/, '') };
  if (provider === 'anthropic' || name !== undefined) {
    const key = apiKey === '' && provider === 'anthropic' ? await askedKey(questions) : apiKey;
    return { server: { ...place, models: [] }, apiKey: key };
  }
  const listed = async (key: string): Promise<{ server: FoundServer; apiKey: string }> => ({
    server: { ...place, models: await serverModels({ baseUrl, apiKey: key }, terminal.signal) },
    apiKey: key,
  });
  try {
    return await listed(apiKey);
  } catch (error) {
    if (toFault(error).code !== 'model_refused' || apiKey !== '') throw error;
    return listed(await askedKey(questions));
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
  const { models } = server;
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
