import { listModels } from '@quarry/chat-model';
import { Fault } from '@quarry/turn';

/** A server with OpenAI's protocol, and the models that it lists. */
export interface FoundServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** Model servers of this machine, at their usual ports. */
const LOCAL_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
] as const;

/** A server of this machine answers at once, or not at all. In milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * The first of these servers that answers and has a model that can chat.
 * @throws Fault `setup_failed` if no server has one, with what is missing
 */
export async function findServer(
  candidates: readonly Omit<FoundServer, 'models'>[] = LOCAL_SERVERS,
): Promise<FoundServer> {
  const empty: string[] = [];
  for (const { name, baseUrl } of candidates) {
    const models = await listModels({ baseUrl }, AbortSignal.timeout(PATIENCE_MS)).catch(() => null);
    if (models === null) continue;
    const chatting = chatModelsOf(models);
    if (chatting.length > 0) return { name, baseUrl, models: chatting };
    empty.push(
      `${name} at ${baseUrl} has no model${name === 'Ollama' ? ': run `ollama pull qwen3:8b`' : ''}`,
    );
  }
  const places = candidates.map(({ name, baseUrl }) => `${name} at ${baseUrl}`).join(' and ');
  const why = empty.length > 0 ? empty.join('; ') : `Nothing answers where ${places} would`;
  throw new Fault(
    'setup_failed',
    `${why}. Start a model server, or name one: quarry setup --model https://HOST/v1.`,
  );
}

/** Models without those that only embed texts or compare them, by their usual names. */
export function chatModelsOf(models: readonly string[]): readonly string[] {
  return models.filter((name) => !/embed|rerank|minilm|\bbge-|whisper|tts/i.test(name));
}
