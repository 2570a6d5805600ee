import type { OpenAI } from 'openai' with { 'resolution-mode': 'import' };
import { OPENAI_CLIENT } from '@quarry/connections/http';
import type { ChatRequest } from '../port';
import type { Endpoint } from '../http/endpoint';
import { failureOf } from '../http/failure';
import type { Wire, WirePiece } from '../http/wire';
import { readChunk } from './chunk';
import { FULL_DIALECT, narrower, type Dialect } from './dialect';
import { bodyOf } from './messages';

/** Chat completions as defined by OpenAI, for any compatible server. */
export class OpenAiWire implements Wire {
  private client: Promise<OpenAI> | undefined;
  private dialect: Dialect = FULL_DIALECT;

  constructor(private readonly endpoint: Endpoint) {}

  async *open(request: ChatRequest, signal: AbortSignal): AsyncIterable<WirePiece> {
    const stream = await this.send(request, signal);
    for await (const chunk of stream) yield* readChunk(chunk);
  }

  /**
   * Sends the request. If the server rejects an optional parameter, resends it without the parameter, and remembers
   * that.
   */
  private async send(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    const client = await (this.client ??= connect(this.endpoint));
    for (;;) {
      const dialect = this.dialect;
      try {
        return await client.chat.completions.create(
          {
            model: this.endpoint.model,
            stream: true,
            ...bodyOf(request, dialect),
          },
          { signal },
        );
      } catch (error) {
        const next = narrower(dialect, failureOf(error), request);
        if (!next) throw error;
        this.dialect = next;
      }
    }
  }
}

/** The client is loaded by the first call, so that starting Quarry without a model does not load it. */
async function connect(endpoint: Endpoint): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey || 'none',
    ...OPENAI_CLIENT,
    maxRetries: 0,
    timeout: endpoint.timeoutMs,
    defaultHeaders: endpoint.apiKey === '' ? { authorization: null } : {},
  });
}
