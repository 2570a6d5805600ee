import { Fault } from '@quarry/turn';
import { AnthropicWire } from './anthropic/anthropic.wire';
import { ExtractiveModel } from './extractive/extractive.model';
import { checkBaseUrl, type Endpoint } from './http/endpoint';
import { HttpChatModel } from './http/http-chat-model';
import { OpenAiWire } from './openai/openai.wire';
import type { ChatModel } from './port';

/** Models behind an API. To add one, add a line here and its server to the specs of adapters. */
const VENDORS = {
  openai: { kind: 'OpenAI-compatible endpoint', baseUrl: 'https://api.openai.com/v1', wire: OpenAiWire },
  anthropic: { kind: 'Anthropic API', baseUrl: 'https://api.anthropic.com', wire: AnthropicWire },
} as const;

export type ChatProvider = 'extractive' | keyof typeof VENDORS;

/** Values of `QUARRY_CHAT_PROVIDER`; `extractive` quotes passages and calls no model. */
export const CHAT_PROVIDERS: readonly ChatProvider[] = [
  'extractive',
  ...(Object.keys(VENDORS) as (keyof typeof VENDORS)[]),
];

export interface ChatModelOptions {
  readonly provider: ChatProvider;
  /** Defaults to the vendor's URL. Any OpenAI-compatible server for `openai`, e.g. `http://localhost:8080/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Required, except for `extractive`. */
  readonly model?: string;
  /** Milliseconds for one call, including retries; 120,000 by default. */
  readonly timeoutMs?: number;
  /** Longest silence before or within a reply, in milliseconds; 60,000 by default. */
  readonly idleTimeoutMs?: number;
  /** Retries after a failed attempt, before the first token; 2 by default. */
  readonly maxRetries?: number;
}

/**
 * Creates the chat model of the options. Opens no connection yet.
 * @throws Fault `bad_request` for invalid options: no model, a malformed base URL, no key for Anthropic.
 *
 * @example
 * const model = openChatModel({ provider: 'openai', model: 'gpt-4o-mini', apiKey });
 * const { text } = await model.complete(request, AbortSignal.timeout(30_000));
 */
export function openChatModel(options: ChatModelOptions): ChatModel {
  if (options.provider === 'extractive') return new ExtractiveModel();
  const { kind, baseUrl, wire: VendorWire } = VENDORS[options.provider];
  const model = options.model?.trim() ?? '';
  const apiKey = options.apiKey?.trim() ?? '';
  if (model === '') {
    throw new Fault(
      'bad_request',
      `No model name is set for the ${kind}. Set the name of a model that it serves.`,
    );
  }
  if (apiKey === '' && options.provider === 'anthropic') {
    throw new Fault('bad_request', `No API key is set for the ${kind}. Set one, or choose another provider.`);
  }
  const endpoint: Endpoint = {
    kind,
    baseUrl: checkBaseUrl(options.baseUrl ?? baseUrl),
    apiKey,
    model,
    timeoutMs: options.timeoutMs ?? 120_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 2,
  };
  return new HttpChatModel(endpoint, new VendorWire(endpoint));
}
