import { boundedFetch } from '@quarry/http';
import { Fault, redact } from '@quarry/turn';
import type { Embedder } from '../port';
import { readVectors } from './reply';

export interface OpenAiEmbedderOptions {
  /** E.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Absent for local servers that ask for none. */
  readonly apiKey?: string;
  /** Of one request, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Further tries after 408, 409, 429, 5xx and broken connections; 2 by default. The client waits as `Retry-After` says. */
  readonly retries?: number;
  /** Texts a request, 1..64; 64 by default. */
  readonly batch?: number;
}

/** Characters that are sent of a text at most: about 8,000 tokens of code, the limit of the common endpoints. */
const MAX_CHARACTERS = 24_000;

/**
 * Any embeddings endpoint that speaks OpenAI's protocol. The dimension is found by a first call.
 * @throws Fault `embedder_unavailable` where the endpoint cannot be reached, refuses, or replies with something else.
 */
export async function openOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const { default: Client } = await import('openai');
  const client = new Client({
    baseURL: options.baseUrl,
    // The client insists on a key; servers without keys ignore it.
    apiKey: options.apiKey ?? 'none',
    timeout: options.timeoutMs ?? 60_000,
    maxRetries: options.retries ?? 2,
    // None of these may come from the environment of whoever starts the process.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: boundedFetch,
  });
  // The host only: a base URL may carry a user and a password.
  const where = `${options.model} at ${new URL(options.baseUrl).host}`;
  const endpoint: Endpoint = {
    where,
    apiKey: options.apiKey,
    // Floats are asked for, because not every server knows base64.
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
    // Endpoints refuse empty texts.
    return await endpoint.send(
      texts.map((text) => text.slice(0, MAX_CHARACTERS).trim() || ' . '),
      signal,
    );
  } catch (error) {
    if (signal?.aborted) throw new Fault('cancelled', 'embedding was cancelled', { cause: error });
    throw unavailable(endpoint, error);
  }
}

/** Without the error as its cause: that one holds what the server said, and servers repeat the key that they refuse. */
function unavailable({ where, apiKey }: Endpoint, error: unknown): Fault {
  const status = statusOf(error);
  const what = redact(error instanceof Error ? error.message : String(error), apiKey);
  const advice =
    status === 401 || status === 403
      ? 'check the API key'
      : status === 404
        ? 'check the base URL and the name of the model'
        : status !== undefined && status >= 300 && status < 400
          ? 'redirects are not followed: set the base URL to where it leads'
          : 'check that the endpoint runs and can be reached';
  return new Fault('embedder_unavailable', `embeddings by ${where} failed: ${what}; ${advice}`, {
    retryable: status === undefined || status === 429 || status >= 500,
  });
}

function statusOf(error: unknown): number | undefined {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}
