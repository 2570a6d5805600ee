import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { get, parseTarget, ReplyUnusable, type GetLimits, type GetReply } from '@quarry/connections/outbound';
import type { TargetRules } from '@quarry/connections/outbound';
import { Fault } from '@quarry/turn';
import { AGENT, NO_ROBOTS, readRobots, type RobotsRules } from './robots';

/** The reply to a request for a page or a sitemap. */
export type SiteReply =
  /** `url`: where it was found, after redirects. */
  | {
      readonly kind: 'found';
      readonly url: URL;
      readonly body: Buffer;
      readonly etag?: string;
      readonly modified?: string;
    }
  /** It has not changed. */
  | { readonly kind: 'same' }
  /** It is of a type that is not read, disallowed, or elsewhere; `reason` says which. */
  | { readonly kind: 'left_out'; readonly reason: string }
  /** The server says that there is nothing. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** It may be available later. */
  | { readonly kind: 'failed'; readonly reason: string };

/** What the index holds of a page already. */
export interface Known {
  readonly etag?: string;
  readonly modified?: string;
}

export interface ClientOptions {
  readonly rules: TargetRules;
  readonly signal: AbortSignal;
  /** Pause between the beginnings of two requests, in milliseconds; a longer one of the site applies. */
  readonly paceMs: number;
  readonly limits: GetLimits;
}

const MOST_REDIRECTS = 5;
/** Attempts of a request that a server refuses for now (429, 503), and the longest wait for it, in milliseconds. */
const MOST_TRIES = 3;
const MAX_WAIT_MS = 60_000;

/** Requests pages of one origin, one after another, as its `robots.txt` allows. */
export class SiteClient {
  private robots: RobotsRules = NO_ROBOTS;
  private last = 0;

  constructor(
    private readonly origin: string,
    private readonly options: ClientOptions,
  ) {}

  /**
   * Reads `robots.txt`. A site without one allows everything; one whose file cannot be read allows nothing (RFC 9309).
   * @throws Fault `site_unreadable`, `bad_request` for a host without an address that may be used
   */
  async begin(): Promise<void> {
    const url = new URL('/robots.txt', this.origin);
    const reply = await this.follow(url, {}, (status) => status === 200, false);
    if (reply.kind === 'found') this.robots = readRobots(reply.body.toString('utf8'));
    else if (reply.kind === 'failed')
      throw new Fault(
        'site_unreadable',
        `${url.href} cannot be read: ${reply.reason}. Without it, Quarry does not know which pages it may read.`,
        { retryable: true },
      );
  }

  /** Requests a page: HTML only. @throws Fault `bad_request` as {@link begin}, `cancelled` */
  page(url: URL, known: Known): Promise<SiteReply> {
    const headers = {
      ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
      ...(known.modified === undefined ? {} : { 'if-modified-since': known.modified }),
    };
    return this.follow(
      url,
      headers,
      (status, type) => status === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type),
    );
  }

  /** Requests a sitemap, whatever its type. @throws as {@link page} */
  sitemap(url: URL): Promise<SiteReply> {
    return this.follow(url, {}, (status) => status === 200);
  }

  private async follow(
    from: URL,
    headers: Readonly<Record<string, string>>,
    wants: (status: number, type: string) => boolean,
    asRobotsAllow = true,
  ): Promise<SiteReply> {
    let url = from;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      if (url.origin !== this.origin) return { kind: 'left_out', reason: `it redirects to ${url.origin}` };
      if (asRobotsAllow && !this.robots.allows(url.pathname + url.search))
        return { kind: 'left_out', reason: 'robots.txt does not allow it' };
      const reply = await this.patiently(url, headers, wants);
      if (reply instanceof ReplyUnusable) return { kind: 'failed', reason: reply.message };
      const { status } = reply;
      const location = reply.headers.location;
      if (status >= 300 && status < 400 && status !== 304 && location !== undefined) {
        if (!URL.canParse(location, url.href))
          return { kind: 'failed', reason: 'it redirects to no address' };
        url = new URL(location, url);
        continue;
      }
      return this.replyOf(url, reply);
    }
    return { kind: 'failed', reason: `it redirects more than ${MOST_REDIRECTS} times` };
  }

  private replyOf(url: URL, { status, headers, body }: GetReply): SiteReply {
    if (status === 304) return { kind: 'same' };
    if (status >= 500 || status === 429) return { kind: 'failed', reason: `the server replied ${status}` };
    if (status !== 200) return { kind: 'gone', reason: `the server replied ${status}` };
    if (!body)
      return { kind: 'left_out', reason: `it is ${headers['content-type'] ?? 'of no type'}, not HTML` };
    try {
      const plain = unzipped(body, headers['content-encoding'], this.options.limits.maxBytes);
      const { etag, 'last-modified': modified } = headers;
      url.hash = '';
      return {
        ...{ kind: 'found', url, body: plain },
        ...(etag === undefined ? {} : { etag }),
        ...(modified === undefined ? {} : { modified }),
      };
    } catch (error) {
      if (error instanceof ReplyUnusable) return { kind: 'failed', reason: error.message };
      return {
        kind: 'failed',
        reason: 'its compression is damaged, or unpacks to more than the limit of a page',
      };
    }
  }

  /** Repeats a request that the server refuses for now. */
  private async patiently(
    url: URL,
    headers: Readonly<Record<string, string>>,
    wants: (status: number, type: string) => boolean,
  ): Promise<GetReply | ReplyUnusable> {
    for (let tries = 1; ; tries++) {
      const reply = await this.once(url, headers, wants);
      if (
        reply instanceof ReplyUnusable ||
        (reply.status !== 429 && reply.status !== 503) ||
        tries >= MOST_TRIES
      )
        return reply;
      const seconds = Number(reply.headers['retry-after'] ?? 1);
      await this.pause(Math.min(MAX_WAIT_MS, (Number.isFinite(seconds) ? Math.max(0, seconds) : 1) * 1_000));
    }
  }

  private async once(
    url: URL,
    headers: Readonly<Record<string, string>>,
    wants: (status: number, type: string) => boolean,
  ): Promise<GetReply | ReplyUnusable> {
    const { rules, signal, limits, paceMs } = this.options;
    await this.pause(this.last + Math.max(paceMs, this.robots.delayMs ?? 0) - performance.now());
    this.last = performance.now();
    try {
      return await get(parseTarget(url.href, rules), rules, {
        ...{ ...limits, signal },
        headers: {
          'user-agent': AGENT,
          accept: 'text/html, */*;q=0.1',
          'accept-encoding': 'identity',
          ...headers,
        },
        wants: (status, { 'content-type': type = '' }) => wants(status, type),
      });
    } catch (error) {
      if (signal.aborted) throw cancelled(error);
      if (error instanceof ReplyUnusable) return error;
      throw error;
    }
  }

  private async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    await sleep(ms, undefined, { signal: this.options.signal }).catch((error: unknown) => {
      throw cancelled(error);
    });
  }
}

/** A body that is compressed although Quarry asks for plain ones, or a sitemap that is stored compressed. */
function unzipped(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body, { maxOutputLength: maxBytes });
  if (encoding === undefined || encoding === 'identity' || encoding === 'gzip') return body;
  throw new ReplyUnusable(`it is compressed by ${encoding.slice(0, 40)}, which was not asked for`);
}

function cancelled(cause: unknown): Fault {
  return new Fault('cancelled', 'Fetching the site was stopped; the next run continues.', { cause });
}
