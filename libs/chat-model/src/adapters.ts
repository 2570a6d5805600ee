import { Fault } from '@quarry/turn';
import { AnthropicWire } from './anthropic/anthropic.wire';
import { ExtractiveModel } from './extractive/extractive.model';
import { checkBaseUrl, type Endpoint } from './http/endpoint';
import { HttpChatModel } from './http/http-chat-model';
import { OpenAiWire } from './openai/openai.wire';
import type { ChatModel } from './port';

/** Models behind an API. A new one adds a line, and its server to the specs of adapters. */
const VENDORS = {
  openai: { kind: 'OpenAI-compatible endpoint', baseUrl: 'https://api.openai.com/v1', wire: OpenAiWire },
  anthropic: { kind: 'Anthropic API', baseUrl: 'https://api.anthropic.com', wire: AnthropicWire },
} as const;

export type ChatProvider = 'extractive' | keyof typeof VENDORS;

/** What `QUARRY_CHAT_PROVIDER` may name; `extractive` quotes, and asks nobody. */
export const CHAT_PROVIDERS: readonly ChatProvider[] = [
  'extractive',
  ...(Object.keys(VENDORS) as (keyof typeof VENDORS)[]),
];

export interface ChatModelOptions {
  readonly provider: ChatProvider;
  /** Default: the vendor's own. Any OpenAI-compatible server for `openai`, e.g. `http://localhost:8080/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Required but for `extractive`. */
  readonly model?: string;
  /** Milliseconds for one call, retries included; 120,000 by default. */
  readonly timeoutMs?: number;
  /** Milliseconds of silence before or within a reply; 60,000 by default. */
  readonly idleTimeoutMs?: number;
  /** Further attempts after a failed one, before the first token; 2 by default. */
  readonly maxRetries?: number;
}

/**
 * The chat model that the options describe. Opens no connection yet.
 * @throws Fault `bad_request` for options that cannot work: no model, a base URL that is none, no key for Anthropic.
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
