/** Bytes of one response that are read at most, whatever a server sends. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A `fetch` for requests with credentials. It follows no redirect, because the credentials are for one server: a
 * redirect is a response with status 3xx. A body that exceeds the limit ends in an error, so it cannot fill the memory.
 */
export function fetchUpTo(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    let seen = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, stream) {
        seen += bytes.byteLength;
        if (seen > maxBytes) stream.error(new TypeError(`the response is larger than ${maxBytes} bytes`));
        else stream.enqueue(bytes);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}

/** {@link fetchUpTo} with room for a long reply of a model. */
export const boundedFetch = fetchUpTo(MAX_BYTES);
