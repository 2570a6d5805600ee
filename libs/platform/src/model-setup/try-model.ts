import { bareInputs, openChatModel, type ChatProvider } from '@quarry/chat-model';
import type { FileSettings } from '../settings-file';

/** A chat model and its server. */
export interface ModelChoice {
  readonly provider: Exclude<ChatProvider, 'extractive'>;
  readonly baseUrl: string;
  readonly model: string;
  /** Empty if the server needs none. */
  readonly apiKey: string;
}

/** Room for the thoughts of a reasoning model before the one word that it is asked for. */
const MAX_TOKENS = 2_000;

/** A model that was unused may first be loaded into memory. In milliseconds. */
const FIRST_CALL_MS = 300_000;

/**
 * Makes one call.
 * @returns the milliseconds that it took
 * @throws Fault as the chat model: `model_unavailable`, `model_refused`, `model_timeout`, `model_bad_reply`
 */
export async function tryModel(choice: ModelChoice, signal: AbortSignal): Promise<number> {
  const limits = { timeoutMs: FIRST_CALL_MS, idleTimeoutMs: FIRST_CALL_MS, maxRetries: 0 };
  const model = openChatModel({ ...choice, ...limits });
  const start = performance.now();
  await model.complete({
    messages: [{ role: 'user', content: 'Reply with the one word: ready' }],
    inputs: bareInputs('answer', 'Reply with the one word: ready'),
    maxOutputTokens: MAX_TOKENS,
    signal,
  });
  return performance.now() - start;
}

/** The settings of a model, as the settings file has them. */
export function settingsOf({ provider, baseUrl, model, apiKey }: ModelChoice): FileSettings {
  return {
    QUARRY_CHAT_PROVIDER: provider,
    QUARRY_CHAT_BASE_URL: baseUrl,
    QUARRY_CHAT_API_KEY: apiKey,
    QUARRY_CHAT_MODEL: model,
  };
}
