import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A page of a site as it was last fetched. */
export interface SitePage {
  readonly url: string;
  /** Below the folder of the pages; null for a page that is not indexed, whose links are followed. */
  readonly path: string | null;
  /** What the server said of its state, to ask whether it has changed. */
  readonly etag?: string;
  readonly modified?: string;
  /** SHA-256 of its bytes. */
  readonly sha: string;
  /** The pages that it links to, within the scope. */
  readonly links: readonly string[];
}

interface Noted {
  readonly version: 1;
  readonly pages: readonly SitePage[];
}

/** The fetched pages of a site in a folder, with what the next run needs to fetch only what has changed. */
export class SitePages {
  private constructor(
    private readonly folder: string,
    private readonly before: Map<string, SitePage>,
  ) {}

  /** Where the pages are. */
  get files(): string {
    return join(this.folder, 'pages');
  }

  /** Without a readable note of an earlier run, every page is fetched. */
  static async open(folder: string): Promise<SitePages> {
    await mkdir(join(folder, 'pages'), { recursive: true, mode: 0o700 });
    const text = await readFile(join(folder, 'site.json'), 'utf8').catch(() => '');
    return new SitePages(folder, new Map(pagesIn(text).map((page) => [page.url, page])));
  }

  /** The state of a page after an earlier run; undefined if it was never fetched. */
  find(url: string): SitePage | undefined {
    return this.before.get(url);
  }

  /** Writes a page, unless the same bytes are there. */
  async write(path: string, sha: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.files, path);
    const stored = await readFile(file).catch(() => null);
    if (stored && shaOfBytes(stored) === sha) return;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  /** Notes pages of this run in addition to those of earlier ones: an interrupted run continues from there. */
  async note(pages: Iterable<SitePage>): Promise<void> {
    for (const page of pages) this.before.set(page.url, page);
    await this.save([...this.before.values()]);
  }

  /** Notes that these are all pages, and deletes the files of others. */
  async complete(pages: readonly SitePage[]): Promise<void> {
    const kept = new Set(pages.flatMap(({ path }) => path ?? []));
    await this.save(pages);
    for (const { path } of this.before.values())
      if (path !== null && !kept.has(path)) await rm(join(this.files, path), { force: true });
  }

  private async save(pages: readonly SitePage[]): Promise<void> {
    const file = join(this.folder, 'site.json');
    const noted: Noted = { version: 1, pages };
    await writeFile(`${file}.part`, JSON.stringify(noted), { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}

export function shaOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function pagesIn(text: string): readonly SitePage[] {
  try {
    const noted = JSON.parse(text) as Partial<Noted> | null;
    const pages: unknown = noted?.version === 1 ? noted.pages : [];
    return Array.isArray(pages) ? pages.filter(isSitePage) : [];
  } catch {
    return [];
  }
}

function isSitePage(value: unknown): value is SitePage {
  const { url, path, sha, links } = (value ?? {}) as Partial<Record<keyof SitePage, unknown>>;
  return (
    typeof url === 'string' &&
    typeof sha === 'string' &&
    (path === null || typeof path === 'string') &&
    Array.isArray(links) &&
    links.every((link) => typeof link === 'string' && URL.canParse(link))
  );
}
