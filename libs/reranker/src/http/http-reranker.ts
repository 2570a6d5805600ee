import { OPENAI_CLIENT, requestFault } from '@quarry/connections/http';
import { Fault } from '@quarry/turn';
import type { Reranker } from '../port';
import { readScores } from './reply';

export interface HttpRerankerOptions {
  /** The URL before `/rerank`, e.g. `https://api.jina.ai/v1`. */
  readonly baseUrl: string;
  /** Omit for TEI, whose requests name no model. */
  readonly model?: string;
  /** Omit for local servers that need none. */
  readonly apiKey?: string;
  /** Timeout of one request, in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Retries after 408, 409, 429, 5xx and broken connections; 2 by default. The client respects `Retry-After`. */
  readonly retries?: number;
}

/** Passages per request: TEI accepts 32 unless it was started with another `--max-client-batch-size`. */
const BATCH = 32;
/** Characters of a passage that are sent: about 2,000 tokens, of which most rerankers read 512. */
const MAX_CHARACTERS = 8_000;

/**
 * Connects to a server with the `/rerank` protocol. With a model, requests have the form of Cohere, Jina, vLLM and
 * llama.cpp (`model`, `query`, `documents`); without, that of TEI (`query`, `texts`). Both forms of reply are read.
 */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  const { baseUrl, model, apiKey } = options;
  // Only the host: a base URL may contain a key.
  const host = new URL(baseUrl).host;
  const what = `reranking by ${model === undefined ? host : `${model} at ${host}`}`;
  const post = postTo(options);
  return {
    id: `http/${model ?? host}`,
    async rerank(query, passages, { signal } = {}) {
      const scores: number[] = [];
      for (let i = 0; i < passages.length; i += BATCH) {
        // Servers reject empty texts.
        const part = passages
          .slice(i, i + BATCH)
          .map((text) => text.slice(0, MAX_CHARACTERS).trim() || ' . ');
        const reply = await sent(() => post(bodyOf(query, part, model), signal), signal, { what, apiKey });
        scores.push(...readScores(reply, part.length, what));
      }
      return scores;
    },
  };
}

function bodyOf(query: string, passages: readonly string[], model: string | undefined): object {
  const asked = query.slice(0, MAX_CHARACTERS).trim() || ' . ';
  return model === undefined
    ? { query: asked, texts: passages, truncate: true }
    : { model, query: asked, documents: passages, top_n: passages.length };
}

type Post = (body: object, signal: AbortSignal | undefined) => Promise<unknown>;

/** The client of the embedder, for its timeouts and retries; it is loaded by the first request. */
function postTo({ baseUrl, apiKey, timeoutMs, retries }: HttpRerankerOptions): Post {
  return async (body, signal) => {
    const { default: Client } = await import('openai');
    const client = new Client({
      baseURL: baseUrl,
      // The client requires a key; servers without keys ignore it.
      apiKey: apiKey ?? 'none',
      timeout: timeoutMs ?? 60_000,
      maxRetries: retries ?? 2,
      ...OPENAI_CLIENT,
    });
    return client.post('/rerank', { body, ...(signal ? { signal } : {}) });
  };
}

async function sent(
  send: () => Promise<unknown>,
  signal: AbortSignal | undefined,
  failed: { readonly what: string; readonly apiKey: string | undefined },
): Promise<unknown> {
  try {
    signal?.throwIfAborted();
    return await send();
  } catch (error) {
    if (signal?.aborted) throw new Fault('cancelled', 'reranking was cancelled', { cause: error });
    throw requestFault({ code: 'reranker_unavailable', ...failed }, error);
  }
}
