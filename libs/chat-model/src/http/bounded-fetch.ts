/** Bytes of one response that are read at most, whatever a server sends. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `fetch` whose bodies end in an error past {@link MAX_BYTES}: an endless line never fills the memory. */
export async function boundedFetch(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
  if (!response.body) return response;
  let seen = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, stream) {
      seen += bytes.byteLength;
      if (seen > MAX_BYTES) stream.error(new TypeError(`the response is larger than ${MAX_BYTES} bytes`));
      else stream.enqueue(bytes);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}
