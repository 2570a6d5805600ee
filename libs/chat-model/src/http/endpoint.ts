import { Fault, trimEndOf } from '@quarry/turn';

/** A model behind a URL, with its timeouts and retries. */
export interface Endpoint {
  /** `OpenAI-compatible endpoint` or `Anthropic API`: its name in messages. */
  readonly kind: string;
  /** Without trailing slash. Its query may contain a key, so messages use {@link placeOf}. */
  readonly baseUrl: string;
  /** Empty if the endpoint needs none. Never part of a message. */
  readonly apiKey: string;
  readonly model: string;
  /** Milliseconds for one `complete`, including retries. */
  readonly timeoutMs: number;
  /** Longest silence before or within a reply, in milliseconds. */
  readonly idleTimeoutMs: number;
  /** Maximum number of retries. */
  readonly maxRetries: number;
}

/** Origin and path of the endpoint, without the query. */
export function placeOf(endpoint: Pick<Endpoint, 'baseUrl'>): string {
  const url = new URL(endpoint.baseUrl);
  return trimEndOf(`${url.origin}${url.pathname}`, '/');
}

/** @throws Fault `bad_request` if the text is not an http(s) URL, or contains credentials, which `fetch` rejects. */
export function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Fault(
      'bad_request',
      'The base URL of the chat model is not an http(s) URL. Set it to something like https://api.openai.com/v1.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(
      'bad_request',
      'The base URL of the chat model contains credentials. Set them as the API key instead.',
    );
  }
  return trimEndOf(text, '/');
}
