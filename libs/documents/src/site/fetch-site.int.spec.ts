import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { page, startSite, type Served, type SiteServer } from '../../../../test/servers/site-server';
import { fetchSite, type SiteOptions } from './fetch-site';

describe('fetchSite', () => {
  let folder: string;
  let site: SiteServer;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-site-'))));
  afterEach(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });
  const serve = async (pages: Readonly<Record<string, Served>>): Promise<void> => {
    site = await startSite(pages);
  };
  const read = (path: string, options: Partial<SiteOptions> = {}) =>
    fetchSite(new URL(path, site.url), {
      ...{ folder, maxPages: 100, rules: { allowPrivate: true }, signal: new AbortController().signal },
      ...{ onProgress: () => undefined, paceMs: 0, ...options },
    });
  const pathsOf = async (path: string, options: Partial<SiteOptions> = {}) =>
    [...(await read(path, options)).urls.keys()].sort();
  const reasonsOf = async (path: string, options: Partial<SiteOptions> = {}) =>
    (await read(path, options)).skipped.map(({ path: at, reason }) => `${at}: ${reason}`);

  it('follows the links of a start page, within its origin and its folder', async () => {
    await serve({
      '/docs/': page('Start', '', [
        'guide/',
        'guide/#top',
        'a.html?x=1',
        '/other/',
        'https://example.org/docs/x',
        'logo.png',
      ]),
      '/docs/guide/': page('Guide', '<p>How to install it.</p>', [
        '../',
        'sub/deep.html',
        'mailto:ann@example.org',
      ]),
      '/docs/guide/sub/deep.html': page('Deep', ''),
      '/other/': page('Other', ''),
    });
    const { urls, folder: files, fetched } = await read('/docs/');
    expect(Object.fromEntries(urls)).toEqual({
      'index.html': `${site.url}/docs/`,
      'guide/index.html': `${site.url}/docs/guide/`,
      'guide/sub/deep.html': `${site.url}/docs/guide/sub/deep.html`,
    });
    expect(fetched).toBe(3);
    expect(readFileSync(join(files, 'guide/index.html'), 'utf8')).toContain('How to install it.');
    expect(site.requests.join('\n')).not.toMatch(/other|logo|x=1/);
  });

  it('reads what a sitemap lists, also one of several and a compressed one, and follows no link', async () => {
    await serve({
      '/a.html': page('A', '', ['c.html']),
      '/b.html': page('B & B', ''),
      '/c.html': page('C', ''),
      '/sitemap.xml': () => undefined,
      '/two.xml.gz': (_request, response) => {
        const xml = `<urlset><url><loc>${site.url}/b.html</loc></url></urlset>`;
        response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(xml));
      },
    });
    site.pages.set(
      '/one.xml',
      `<urlset><url><loc> ${site.url}/a.html </loc></url><url><loc>https://example.org/z</loc></url></urlset>`,
    );
    site.pages.set(
      '/sitemap.xml',
      `<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap><sitemap><loc>${site.url}/two.xml.gz</loc></sitemap></sitemapindex>`,
    );
    expect(await pathsOf('/sitemap.xml')).toEqual(['a.html', 'b.html']);
  });

  it('receives only changed pages again, and drops those that are gone', async () => {
    await serve({
      '/': page('Start', '', ['a.html', 'b.html', 'c.html']),
      '/a.html': page('A', ''),
      '/b.html': page('B', ''),
      '/c.html': (request, response) => {
        const modified = 'Tue, 03 Nov 2026 10:00:00 GMT';
        if (request.headers['if-modified-since'] === modified) response.writeHead(304).end();
        else
          response
            .writeHead(200, { 'content-type': 'text/html', 'last-modified': modified })
            .end(page('C', ''));
      },
    });
    expect((await read('/')).fetched).toBe(4);
    site.pages.set('/a.html', page('A', '<p>It is new.</p>'));
    site.pages.delete('/b.html');
    const again = await read('/');
    expect([again.fetched, [...again.urls.keys()]]).toEqual([1, ['index.html', 'a.html', 'c.html']]);
    expect(readFileSync(join(again.folder, 'a.html'), 'utf8')).toContain('It is new.');
    expect(existsSync(join(again.folder, 'b.html'))).toBe(false);
  });

  it('keeps the copies of pages that cannot be fetched again, and says so', async () => {
    await serve({ '/': page('Start', '', ['a.html']), '/a.html': page('A', '') });
    await read('/');
    site.pages.set('/a.html', (_request, response) => response.writeHead(500).end());
    const again = await read('/');
    expect([...again.urls.keys()]).toEqual(['index.html', 'a.html']);
    expect(again.skipped).toEqual([
      { path: '/a.html', reason: 'the server replied 500; the copy of an earlier run is indexed' },
    ]);
  });

  it('obeys robots.txt, and the robots of a page', async () => {
    await serve({
      '/robots.txt':
        'User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private\nAllow: /private/open\n',
      '/': page('Start', '', ['private/a.html', 'private/open.html', 'hidden.html', 'end.html']),
      '/private/a.html': page('A', ''),
      '/private/open.html': page('Open', ''),
      '/hidden.html': page('Hidden', '', ['behind.html']).replace(
        '<head>',
        '<head><meta name="robots" content="noindex">',
      ),
      '/behind.html': page('Behind', ''),
      '/end.html': page('End', '', ['never.html']).replace(
        '<head>',
        '<head><meta name="ROBOTS" content="nofollow">',
      ),
      '/never.html': page('Never', ''),
    });
    expect(await pathsOf('/')).toEqual(['behind.html', 'end.html', 'index.html', 'private/open.html']);
    expect(site.requests.join('\n')).not.toMatch(/private\/a|never/);
  });

  it.each<[string, Served, string]>([
    ['that disallows it', 'User-agent: quarry\nDisallow: /\n', 'robots.txt does not allow it'],
    [
      'that cannot be read',
      (_, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
      'the server replied 503',
    ],
    [
      'of another site',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
      '',
    ],
  ])('with a robots.txt %s', async (_, robots, reason) => {
    await serve({ '/robots.txt': robots, '/': page('Start', '') });
    if (reason === '') expect(await pathsOf('/')).toEqual(['index.html']);
    else
      await expect(read('/')).rejects.toMatchObject({
        code: 'site_unreadable',
        message: expect.stringContaining(reason) as string,
      });
  });

  it.each<[string, Served, string]>([
    [
      'loops of redirects',
      (request, response) => response.writeHead(302, { location: `${request.url ?? ''}` }).end(),
      'redirects more than 5 times',
    ],
    [
      'redirects to other origins',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/x' }).end(),
      '',
    ],
    [
      'huge bodies',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(300_000, 'x')),
      'the limit of a page',
    ],
    [
      'bombs',
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(900_000))),
      'unpacks to more than',
    ],
    [
      'endless trickles',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
      'did not reply within',
    ],
    ['silence', () => undefined, 'did not reply within'],
    [
      'other types',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
      '',
    ],
    ['broken connections', (request) => request.socket.destroy(), 'the connection failed'],
  ])('survives %s', async (_, hostile, reason) => {
    await serve({
      '/': page('Start', '', ['hostile', 'end.html']),
      '/hostile': hostile,
      '/end.html': page('End', ''),
    });
    const limits = { maxBytes: 200_000, timeoutMs: 1_500 };
    const { urls, skipped } = await read('/', { limits });
    expect([...urls.keys()]).toEqual(['index.html', 'end.html']);
    expect(skipped).toEqual(
      reason === '' ? [] : [{ path: '/hostile', reason: expect.stringContaining(reason) as string }],
    );
  });

  it('stops at its limit of pages, which may be endless', async () => {
    await serve({ '/': page('Start', '', ['p/0']) });
    for (let i = 0; i < 30; i++) site.pages.set(`/p/${i}`, page(`Page ${i}`, '', [`/p/${i + 1}`]));
    expect(await reasonsOf('/', { maxPages: 7 })).toEqual([
      '/p/6: the site has more than 7 pages; this one and those after it are not indexed',
    ]);
    expect(site.requests.filter((request) => request.includes('/p/'))).toHaveLength(6);
  });

  it('asks no more when the site is away, and keeps what it had', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `p${i}.html`);
    await serve({ '/': page('Start', '', links) });
    for (const link of links) site.pages.set(`/${link}`, page(link, ''));
    expect(await pathsOf('/')).toHaveLength(31);
    for (const link of links)
      site.pages.set(`/${link}`, (_request, response) => response.writeHead(502).end());
    site.requests.length = 0;
    const { urls, skipped } = await read('/');
    expect([urls.size, site.requests.length]).toEqual([31, 12]);
    expect(skipped.at(-1)?.reason).toContain('10 pages in a row could not be read');
  });

  it('requests nothing from a private address unless that is allowed, also not after a lookup', async () => {
    await serve({ '/': page('Start', '') });
    const { port } = new URL(site.url);
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    await expect(
      fetchSite(new URL(`https://docs.example.org:${port}/`), {
        ...{
          folder,
          maxPages: 5,
          signal: new AbortController().signal,
          onProgress: () => undefined,
          paceMs: 0,
        },
        rules: { allowPrivate: false, resolve },
      }),
    ).rejects.toMatchObject({ code: 'bad_request' });
    expect(site.requests).toEqual([]);
  });

  it('reads one page for the same content under several addresses, and gives each file its own name', async () => {
    await serve({
      '/': page('Start', '', ['index.html', 'a', 'a.html', '%2e%2e%2fup', 'b/index.html']),
      '/a': page('A without an ending', ''),
      '/a.html': page('A with one', ''),
      '/%2e%2e%2fup': page('Up', ''),
      '/b/index.html': page('B', ''),
    });
    site.pages.set('/index.html', site.pages.get('/') ?? '');
    const { urls, folder: files } = await read('/');
    expect([...urls.values()].map((url) => url.slice(site.url.length))).toEqual([
      '/',
      '/a',
      '/a.html',
      '/%2e%2e%2fup',
      '/b/index.html',
    ]);
    for (const path of urls.keys()) {
      expect(path).not.toContain('..');
      expect(existsSync(join(files, path))).toBe(true);
    }
    expect(new Set(urls.keys()).size).toBe(urls.size);
  });

  it('ends when it is cancelled, and the next run continues', async () => {
    const stop = new AbortController();
    await serve({ '/': page('Start', '', ['a.html']), '/a.html': page('A', '') });
    const onProgress = (): void => stop.abort();
    await expect(read('/', { signal: stop.signal, onProgress })).rejects.toMatchObject({ code: 'cancelled' });
    expect(await pathsOf('/')).toEqual(['a.html', 'index.html']);
  });
});
