import { problemOf } from './problem';
import { currentKey, keyRefused } from './key';
import { fresh, renewed } from './renewal';

export interface CallOptions {
  /** Sent as JSON; a `Blob` as its bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Keeps the cookies that the gateway sets, and sends them; by default a call has its key alone. */
  readonly cookies?: boolean;
}

/**
 * Calls the API with the current key, e.g. `call<TurnDto>('GET', '/v1/turns/t1')`. Returns the body.
 * @throws Problem for an error response; TypeError without a response; AbortError
 */
export async function call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  const response = await send(method, path, options);
  return (await response.json()) as Body;
}

/** As {@link call}, but returns the whole response, for streams and files. */
export async function send(
  method: string,
  path: string,
  { body, headers, signal, cookies = false }: CallOptions = {},
): Promise<Response> {
  await fresh();
  for (;;) {
    const key = currentKey();
    const response = await fetch(path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      credentials: cookies ? 'same-origin' : 'omit',
    });
    if (response.ok) return response;
    // A call that was sent before the user signed in says nothing about the new key.
    if (response.status === 401 && key === currentKey()) {
      if ((await renewed()) && key !== currentKey()) continue;
      keyRefused();
    }
    throw await problemOf(response);
  }
}

function typeOf(body: unknown): string {
  return body instanceof Blob ? 'application/octet-stream' : 'application/json';
}
