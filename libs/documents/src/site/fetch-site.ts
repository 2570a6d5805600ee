import type { GetLimits, TargetRules } from '@quarry/connections/outbound';
import { Fault } from '@quarry/turn';
import { linksOfPage } from '../html/links-of-page';
import { filePathOf, pageOf, scopeOf, type SiteScope } from './page-address';
import { SiteClient, type SiteReply } from './site-client';
import { shaOfBytes, SitePages, type SitePage } from './site-pages';
import { readSitemap } from './sitemap';

export interface SiteOptions {
  /** Where the pages are kept from run to run. */
  readonly folder: string;
  /** Pages that are read at most. */
  readonly maxPages: number;
  /** Which hosts may be asked. */
  readonly rules: TargetRules;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Pause between two requests in milliseconds; 200 by default. A longer one of `robots.txt` applies. */
  readonly paceMs?: number;
  /** Of one page; by default 5 MB, and 30 s. */
  readonly limits?: Partial<GetLimits>;
}

/** A page that is not among the files, or not as it is now, with the reason. */
interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** The pages of a site as files. */
export interface FetchedSite {
  readonly folder: string;
  /** The address of each file, by its path below the folder. */
  readonly urls: ReadonlyMap<string, string>;
  readonly skipped: readonly LeftOut[];
  /** Pages whose content was received in this run; all others have not changed. */
  readonly fetched: number;
}

const LIMITS: GetLimits = { maxBytes: 5_000_000, timeoutMs: 30_000 };
/** Bytes that one run receives at most. */
const MAX_BYTES = 1_000_000_000;
/** A site that fails so often without a success between is away. */
const MOST_FAILURES_IN_A_ROW = 10;
/** Sitemaps that an index of sitemaps can name. */
const MOST_SITEMAPS = 50;
/** Pages between two notes of what was fetched. */
const NOTE_EVERY = 25;

/**
 * Fetches the pages of a documentation site: those that its sitemap lists, or those that links lead to from a start
 * page, in both cases only below the folder of that address. Pages that have not changed since the last run are not
 * received again.
 * @param start address of a page, or of a sitemap (`.xml`, `.xml.gz`)
 * @throws Fault `site_unreadable` if its `robots.txt` or the start is unreadable; `bad_request` for a host that may not
 * be asked; `cancelled`
 */
export async function fetchSite(start: URL, options: SiteOptions): Promise<FetchedSite> {
  return new SiteReader(start, options, await SitePages.open(options.folder)).read();
}

class SiteReader {
  private readonly scope: SiteScope;
  private readonly client: SiteClient;
  private readonly queue: URL[] = [];
  private readonly seen = new Set<string>();
  private readonly pages = new Map<string, SitePage>();
  private readonly paths = new Map<string, string>();
  private readonly shas = new Set<string>();
  private readonly skipped: LeftOut[] = [];
  private fetched = 0;
  private bytes = 0;
  private failures = 0;

  constructor(
    private readonly start: URL,
    private readonly options: SiteOptions,
    private readonly stored: SitePages,
  ) {
    this.scope = scopeOf(start);
    this.client = new SiteClient(start.origin, {
      ...{ rules: options.rules, signal: options.signal, paceMs: options.paceMs ?? 200 },
      limits: { ...LIMITS, ...options.limits },
    });
  }

  async read(): Promise<FetchedSite> {
    await this.client.begin();
    if (/\.xml(?:\.gz)?$/i.test(this.start.pathname)) await this.readSitemaps();
    else this.add(this.start);
    const followsLinks = this.queue[0]?.href === this.start.href;
    for (let done = 0; ; done++) {
      const url = this.queue[done];
      if (!url) break;
      const stop = this.reasonToStop();
      if (stop !== null) {
        this.skipped.push({ path: url.pathname, reason: stop });
        await this.keepRest(done);
        break;
      }
      await this.readPage(url, followsLinks);
      this.options.onProgress(done + 1, Math.min(this.queue.length, this.options.maxPages));
      if (done % NOTE_EVERY === NOTE_EVERY - 1) await this.stored.note(this.pages.values());
    }
    await this.stored.complete([...this.pages.values()]);
    const urls = new Map(
      [...this.pages.values()].flatMap(({ path, url }) => (path === null ? [] : [[path, url]])),
    );
    return { folder: this.stored.files, urls, skipped: this.skipped, fetched: this.fetched };
  }

  private reasonToStop(): string | null {
    if (this.pages.size >= this.options.maxPages)
      return `the site has more than ${this.options.maxPages} pages; this one and those after it are not indexed`;
    if (this.bytes > MAX_BYTES) return `more than ${MAX_BYTES / 1e6} MB were received in this run`;
    if (this.failures >= MOST_FAILURES_IN_A_ROW)
      return `${this.failures} pages in a row could not be read, so the others were not requested`;
    return null;
  }

  /** Pages that were not requested, because the site is away, stay as they were. */
  private async keepRest(from: number): Promise<void> {
    if (this.failures < MOST_FAILURES_IN_A_ROW) return;
    for (let i = from; i < this.queue.length; i++) {
      const before = this.stored.find(this.queue[i]?.href ?? '');
      if (!before || this.pages.size >= this.options.maxPages) continue;
      this.keep(before);
      for (const link of before.links) this.add(new URL(link));
    }
  }

  private async readPage(url: URL, followsLinks: boolean): Promise<void> {
    const before = this.stored.find(url.href);
    const reply = await this.client.page(url, before ?? {});
    const isStart = url.href === this.start.href;
    if (reply.kind === 'failed') this.failures++;
    else this.failures = 0;
    if (isStart && reply.kind !== 'found' && reply.kind !== 'same') throw this.unreadable(reply);
    const kept = reply.kind === 'same' || reply.kind === 'failed' ? before : undefined;
    if (reply.kind === 'failed')
      this.skipped.push({
        path: url.pathname,
        reason: kept ? `${reply.reason}; the copy of an earlier run is indexed` : reply.reason,
      });
    const page = reply.kind === 'found' ? await this.received(reply) : kept;
    if (!page) return;
    if (page !== kept) this.pages.set(page.url, page);
    else this.keep(page);
    if (followsLinks) for (const link of page.links) this.add(new URL(link));
  }

  /** Stores a page; undefined for one that is known under another address. */
  private async received(reply: Extract<SiteReply, { kind: 'found' }>): Promise<SitePage | undefined> {
    const { url, body, etag, modified } = reply;
    this.fetched++;
    this.bytes += body.length;
    this.seen.add(url.href);
    const { links, base, mayIndex, mayFollow } = linksOfPage(body);
    const from = base !== undefined && URL.canParse(base, url.href) ? new URL(base, url) : url;
    const followed = mayFollow ? links.flatMap((link) => pageOf(link, from, this.scope)?.href ?? []) : [];
    const sha = shaOfBytes(body);
    const isWithin = pageOf(url.href, url, this.scope) !== null;
    const isNew = isWithin && mayIndex && !this.shas.has(sha) && !this.pages.has(url.href);
    const path = isNew ? this.freePath(url) : null;
    if (path !== null) {
      await this.stored.write(path, sha, body);
      this.shas.add(sha);
    }
    if (this.pages.has(url.href)) return undefined;
    return {
      ...{ url: url.href, path, sha, links: [...new Set(followed)] },
      ...(etag === undefined ? {} : { etag }),
      ...(modified === undefined ? {} : { modified }),
    };
  }

  private keep(page: SitePage): void {
    this.pages.set(page.url, page);
    this.shas.add(page.sha);
    if (page.path !== null) this.paths.set(page.path, page.url);
  }

  private freePath(url: URL): string {
    const path = filePathOf(url, this.scope);
    const taken = (this.paths.get(path) ?? url.href) !== url.href;
    const free = taken
      ? path.replace(/\.(x?html?)$/i, `-${shaOfBytes(Buffer.from(url.href)).slice(0, 8)}.$1`)
      : path;
    this.paths.set(free, url.href);
    return free;
  }

  private add(url: URL): void {
    if (this.seen.has(url.href)) return;
    this.seen.add(url.href);
    this.queue.push(url);
  }

  private async readSitemaps(): Promise<void> {
    const waiting = [this.start];
    for (let i = 0; i < Math.min(waiting.length, MOST_SITEMAPS); i++) {
      const url = waiting[i] ?? this.start;
      const reply = await this.client.sitemap(url);
      if (reply.kind !== 'found') {
        if (i === 0) throw this.unreadable(reply);
        this.skipped.push({ path: url.pathname, reason: 'reason' in reply ? reply.reason : 'it is empty' });
        continue;
      }
      for (const link of this.pagesOf(url, reply.body, waiting)) {
        const page = pageOf(link, url, this.scope);
        if (page) this.add(page);
      }
    }
  }

  /** @param waiting receives the sitemaps of an index of sitemaps */
  private pagesOf(url: URL, body: Buffer, waiting: URL[]): readonly string[] {
    try {
      const { pages, sitemaps } = readSitemap(body);
      for (const each of sitemaps) {
        const next = URL.canParse(each, url.href) ? new URL(each, url) : null;
        if (next && next.origin === this.scope.origin && !waiting.some(({ href }) => href === next.href))
          waiting.push(next);
      }
      return pages;
    } catch (cause) {
      if (url !== this.start) {
        this.skipped.push({ path: url.pathname, reason: 'it is no sitemap in XML' });
        return [];
      }
      throw new Fault(
        'site_unreadable',
        `${url.href} is no sitemap in XML. Name a sitemap, or a page of the site.`,
        {
          cause,
        },
      );
    }
  }

  private unreadable(reply: SiteReply): Fault {
    const reason = 'reason' in reply ? reply.reason : 'it is empty';
    return new Fault(
      'site_unreadable',
      `${this.start.href} cannot be read: ${reason}. Name a page or a sitemap that a browser without a login can open.`,
      { retryable: reply.kind === 'failed' },
    );
  }
}
