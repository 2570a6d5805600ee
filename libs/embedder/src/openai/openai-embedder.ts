import { OPENAI_CLIENT, requestFault } from '@quarry/connections/http';
import { Fault } from '@quarry/turn';
import type { Embedder } from '../port';
import { readVectors } from './reply';

export interface OpenAiEmbedderOptions {
  /** E.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Omit for local servers that need none. */
  readonly apiKey?: string;
  /** Timeout of one request, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Retries after 408, 409, 429, 5xx and broken connections; 2 by default. The client respects `Retry-After`. */
  readonly retries?: number;
  /** Texts per request, 1..64; 64 by default. */
  readonly batch?: number;
}

/** Maximum number of characters sent per text: about 8,000 tokens of code, the limit of the common endpoints. */
const MAX_CHARACTERS = 24_000;

/**
 * Connects to any embeddings endpoint with OpenAI's protocol. A first call determines the dimension.
 * @throws Fault `embedder_unavailable` if the endpoint is unreachable, refuses the request, or sends an invalid reply.
 */
export async function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const { default: Client } = await import('openai');
  const client = new Client({
    baseURL: options.baseUrl,
    // The client requires a key; servers without keys ignore it.
    apiKey: options.apiKey ?? 'none',
    timeout: options.timeoutMs ?? 60_000,
    maxRetries: options.retries ?? 2,
    ...OPENAI_CLIENT,
  });
  // Only the host: a base URL may contain a user and a password.
  const where = `${options.model} at ${new URL(options.baseUrl).host}`;
  const endpoint: Endpoint = {
    where,
    apiKey: options.apiKey,
    // Requests floats, because not every server supports base64.
    send: (input, signal) =>
      client.embeddings.create({ model: options.model, input, encoding_format: 'float' }, { signal }),
  };
  const batch = Math.min(64, Math.max(1, options.batch ?? 64));
  const [first] = readVectors(await request(endpoint, ['dimension']), 1, null, where);
  const dimension = first?.length ?? 0;

  return {
    id: `openai/${options.model}@1`,
    dimension,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      for (let i = 0; i < texts.length; i += batch) {
        const part = texts.slice(i, i + batch);
        vectors.push(...readVectors(await request(endpoint, part, signal), part.length, dimension, where));
      }
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}

interface Endpoint {
  /** Model and host, for messages. */
  readonly where: string;
  readonly apiKey: string | undefined;
  send(input: string[], signal?: AbortSignal): Promise<unknown>;
}

async function request(endpoint: Endpoint, texts: readonly string[], signal?: AbortSignal): Promise<unknown> {
  try {
    signal?.throwIfAborted();
    // Endpoints reject empty texts.
    return await endpoint.send(
      texts.map((text) => text.slice(0, MAX_CHARACTERS).trim() || ' . '),
      signal,
    );
  } catch (error) {
    if (signal?.aborted) throw new Fault('cancelled', 'embedding was cancelled', { cause: error });
    const { where, apiKey } = endpoint;
    throw requestFault({ code: 'embedder_unavailable', what: `embeddings by ${where}`, apiKey }, error);
  }
}
