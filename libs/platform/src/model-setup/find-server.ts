import { listModels, type ModelServer } from '@quarry/chat-model';
import { Fault } from '@quarry/turn';

/** A server with OpenAI's protocol, and the models that it lists. */
export interface FoundServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Where a model server may be. */
export type ServerPlace = Omit<FoundServer, 'models'>;

/** Model servers of this machine, at their usual ports. */
export const LOCAL_SERVERS: readonly ServerPlace[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
];

/** A server of this machine answers at once, or not at all. In milliseconds. */
const PATIENCE_MS = 3_000;

/** The servers that answer, with their models that can chat, which may be none. In the order of the places. */
export async function runningServers(
  places: readonly ServerPlace[] = LOCAL_SERVERS,
): Promise<readonly FoundServer[]> {
  const asked = places.map(async ({ name, baseUrl }) => {
    const models = await listModels({ baseUrl }, AbortSignal.timeout(PATIENCE_MS)).catch(() => null);
    return models === null ? [] : [{ name, baseUrl, models: chatModelsOf(models) }];
  });
  return (await Promise.all(asked)).flat();
}

/**
 * The first of these servers that answers and has a model that can chat.
 * @throws Fault `setup_failed` if no server has one, with what is missing
 */
export async function findServer(places: readonly ServerPlace[] = LOCAL_SERVERS): Promise<FoundServer> {
  const running = await runningServers(places);
  const ready = running.find(({ models }) => models.length > 0);
  if (ready) return ready;
  const empty = running.map(
    ({ name, baseUrl }) =>
      `${name} at ${baseUrl} has no model${name === 'Ollama' ? ': run `ollama pull qwen3:8b`' : ''}`,
  );
  const where = places.map(({ name, baseUrl }) => `${name} at ${baseUrl}`).join(' and ');
  const why = empty.length > 0 ? empty.join('; ') : `Nothing answers where ${where} would`;
  throw new Fault(
    'setup_failed',
    `${why}. Start a model server, or name one: quarry setup --model https://HOST/v1.`,
  );
}

/** Models without those that only embed texts or compare them, by their usual names. */
function chatModelsOf(models: readonly string[]): readonly string[] {
  return models.filter((name) => !/embed|rerank|minilm|\bbge-|whisper|tts/i.test(name));
}

/** In milliseconds. */
const LIST_MS = 20_000;

/**
 * The models of a server that can chat; none if it lists none.
 * @throws Fault as `listModels`
 */
export async function serverModels(server: ModelServer, signal: AbortSignal): Promise<readonly string[]> {
  const models = await listModels(server, AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]));
  return chatModelsOf(models ?? []);
}
