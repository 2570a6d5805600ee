import { Fault, trimEndOf } from '@quarry/turn';

/** A model behind a URL, and how long to bear with it. */
export interface Endpoint {
  /** `OpenAI-compatible endpoint` or `Anthropic API`: what messages call it. */
  readonly kind: string;
  /** Without trailing slash; its query may hold a key, so messages use {@link placeOf}. */
  readonly baseUrl: string;
  /** Empty where the endpoint needs none. Never part of a message. */
  readonly apiKey: string;
  readonly model: string;
  /** Milliseconds for one `complete`, retries included. */
  readonly timeoutMs: number;
  /** Milliseconds without a sign of life while a reply is awaited or streams. */
  readonly idleTimeoutMs: number;
  /** Most further attempts after the first one. */
  readonly maxRetries: number;
}

/** Origin and path of the endpoint: no query. */
export function placeOf(endpoint: Pick<Endpoint, 'baseUrl'>): string {
  const url = new URL(endpoint.baseUrl);
  return trimEndOf(`${url.origin}${url.pathname}`, '/');
}

/** @throws Fault `bad_request` where the text is not an http(s) URL, or holds credentials, which `fetch` refuses to send. */
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
      'The base URL of the chat model holds credentials. Set them as the API key instead.',
    );
  }
  return trimEndOf(text, '/');
}
