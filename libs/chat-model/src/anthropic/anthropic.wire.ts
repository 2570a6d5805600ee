import type { Anthropic } from '@anthropic-ai/sdk' with { 'resolution-mode': 'import' };
import { boundedFetch } from '@quarry/connections/http';
import type { ChatRequest } from '../port';
import type { Endpoint } from '../http/endpoint';
import { failureOf } from '../http/failure';
import type { Wire, WirePiece } from '../http/wire';
import { readEvent } from './event';
import { bodyOf } from './messages';

/** Anthropic's Messages API. */
export class AnthropicWire implements Wire {
  private client: Promise<Anthropic> | undefined;
  /** Newer models reject a temperature; set after the first rejection. */
  private temperature = true;
  /** Compatible servers may reject `cache_control`; set after the first rejection. */
  private caches = true;

  constructor(private readonly endpoint: Endpoint) {}

  async *open(request: ChatRequest, signal: AbortSignal): AsyncIterable<WirePiece> {
    const stream = await this.send(request, signal);
    for await (const event of stream) yield* readEvent(event);
  }

  private async send(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    const client = await (this.client ??= connect(this.endpoint));
    for (;;) {
      const temperature = this.temperature ? { temperature: Math.min(1, request.temperature ?? 0) } : {};
      try {
        return await client.messages.create(
          {
            model: this.endpoint.model,
            max_tokens: request.maxOutputTokens,
            stream: true,
            ...bodyOf(request, this.caches),
            ...temperature,
          },
          { signal },
        );
      } catch (error) {
        const failure = failureOf(error);
        const refused = failure.kind === 'status' && failure.status === 400 ? failure.detail : '';
        if (this.caches && refused.includes('cache_control')) this.caches = false;
        else if (this.temperature && /temperature/i.test(refused)) this.temperature = false;
        else throw error;
      }
    }
  }
}

/** The client is loaded by the first call, so that starting Quarry without a model does not load it. */
async function connect(endpoint: Endpoint): Promise<Anthropic> {
  const { Anthropic: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    // The client appends the version to the path itself.
    baseURL: endpoint.baseUrl.replace(/\/v1$/, ''),
    apiKey: endpoint.apiKey,
    authToken: null,
    webhookKey: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: endpoint.timeoutMs,
    fetch: boundedFetch,
  });
}
