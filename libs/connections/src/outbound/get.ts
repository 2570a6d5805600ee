import { request as overHttp, type IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import { pinnedLookup } from './pinned-lookup';
import { addressOf, type TargetRules } from './target';

/** Limits of one request. */
export interface GetLimits {
  /** Bytes of the body, as they are sent. */
  readonly maxBytes: number;
  /** Milliseconds from the connection to the end of the body, however steadily it arrives. */
  readonly timeoutMs: number;
}

export interface GetOptions extends GetLimits {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether the body is wanted; one that is not wanted is not received. */
  readonly wants: (status: number, headers: IncomingHttpHeaders) => boolean;
}

export interface GetReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Null if it is not wanted. */
  readonly body: Buffer | null;
}

/** Why a server's reply cannot be used, in words for a report. */
export class ReplyUnusable extends Error {}

/**
 * Requests a checked URL once, from the address that was checked. Follows no redirect.
 * @throws Fault `bad_request` if the host has no address that may be used
 * @throws ReplyUnusable if the server is away or silent, or sends more than the limits
 *
 * @example
 * const reply = await get(parseTarget('https://docs.example.org/', rules), rules, options);
 */
export async function get(url: URL, rules: TargetRules, options: GetOptions): Promise<GetReply> {
  const lookup = pinnedLookup(await addressOf(url, rules));
  const { headers, maxBytes, timeoutMs, wants } = options;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, late]);
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { headers, signal, lookup, agent: false, maxHeaderSize: 16_384 })
        .once('error', reject)
        .once('response', resolve)
        .end();
    });
    try {
      const status = response.statusCode ?? 0;
      const body = wants(status, response.headers) ? await bodyOf(response, maxBytes) : null;
      return { status, headers: response.headers, body };
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (options.signal.aborted || error instanceof ReplyUnusable) throw error;
    if (late.aborted)
      throw new ReplyUnusable(`the server did not reply within ${Math.ceil(timeoutMs / 1_000)} s`, {
        cause: error,
      });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ReplyUnusable(`the connection failed (${code.slice(0, 100)})`, { cause: error });
  }
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes)
      throw new ReplyUnusable(`it has more than ${Math.round(maxBytes / 1e6)} MB, the limit of a page`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
