import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '@quarry/application/access';
import { IndexJobService, RefreshService } from '@quarry/application/repositories';
import type { Running } from '@quarry/solo';
import { page, startSite, type SiteServer } from '../servers/site-server';
import { call, expectProblem, startGateway } from './gateway-under-test';
import { until, type Job } from './index-jobs';

jest.setTimeout(120_000);

/** Long enough for a chunk of its own. */
const WORDS = 'Before that, a till has to be unpacked, put on a table and joined to a printer. '.repeat(8);
const INSTALL = `<p>${WORDS}</p><section id="from-source"><span id="old-name"></span><h2>From source<a class="headerlink" href="#from-source">¶</a></h2>
<p>Run the command tillmaker with the option quiet, which prints nothing but errors. ${WORDS}</p></section>`;

describe('indexing a documentation site through the API', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-site-jobs-')));
  const data = join(root, 'data');
  let site: SiteServer;
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    site = await startSite({
      '/docs/': page('Till — The manual', '<h1>Till</h1><p>A till counts money.</p>', ['install.html']),
      '/docs/install.html': page('Installation', INSTALL, ['./']),
    });
    gateway = await startGateway(data, { gitHosts: [new URL(site.url).host] });
  });
  afterAll(async () => {
    await gateway.close();
    await site.close();
    rmSync(root, { recursive: true });
  });

  const begin = <Body = Job>(source: object, more: object = {}) =>
    call<Body>(gateway.url, 'POST /v1/index-jobs', {
      body: { repository: 'manual', source: { kind: 'site', ...source }, vectors: false, ...more },
    });
  const found = async (query: string) =>
    (
      await call<{ hits: { path: string; url?: string; text: string }[] }>(gateway.url, 'POST /v1/search', {
        body: { query, repository: 'manual' },
      })
    ).body.hits;

  it('indexes its pages without navigation, and cites each at its heading', async () => {
    const { body } = await begin({ url: `${site.url}/docs/` }, { summaries: 'extractive' });
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'finished',
      indexed: { files: 2, root: null, remote: null, upload: null, site: `${site.url}/docs/`, failures: 0 },
    });
    const [hit] = await found('quiet option of tillmaker');
    expect(hit).toMatchObject({ path: 'install.html', url: `${site.url}/docs/install.html#from-source` });
    expect(hit?.text).not.toMatch(/¶|Navigation of the site|Made by a generator/);
  });

  it('answers with a source that opens the page', async () => {
    const { body } = await call<{ evidence: { url?: string }[] }>(gateway.url, 'POST /v1/turns', {
      body: { question: 'What does the option quiet of tillmaker print?', wait: true, repository: 'manual' },
    });
    expect(body.evidence.map(({ url }) => url)).toContain(`${site.url}/docs/install.html#from-source`);
  });

  it('asks only for what has changed when it is indexed again, also by a schedule, with the same options', async () => {
    site.pages.set('/docs/install.html', page('Installation', '<p>Now there is a wizardling.</p>', ['./']));
    site.requests.length = 0;
    const again = await call<Job>(gateway.url, 'POST /v1/index-jobs', {
      body: { repository: 'manual', vectors: false, summaries: 'extractive' },
    });
    await until(gateway.url, again.body);
    expect(site.requests).toEqual(['GET /robots.txt 404', 'GET /docs/ 304', 'GET /docs/install.html 200']);
    expect((await found('wizardling')).map(({ path }) => path)).toEqual(['install.html']);
    const put = { body: { everyHours: 1 } };
    expect((await call(gateway.url, 'PUT /v1/repositories/manual/refresh', put)).status).toBe(200);
    const { started } = await gateway.app.get(RefreshService).startDue(Date.now() + 3_700_000);
    const id = started[0] ?? '';
    expect(await until(gateway.url, { id })).toMatchObject({ status: 'finished' });
    const { order } = await gateway.app.get(IndexJobService).view({ tenant: 'local' } as Caller, id);
    expect(order).toMatchObject({ vectors: false, summaries: 'extractive', site: { pages: 2_000 } });
    expect(site.requests.slice(3)).toEqual([
      'GET /robots.txt 404',
      'GET /docs/ 304',
      'GET /docs/install.html 304',
    ]);
  });

  it('says why a site cannot be read', async () => {
    const { body } = await begin({ url: `${site.url}/none/` });
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'failed',
      fault: {
        code: 'site_unreadable',
        message: expect.stringContaining('the server replied 404') as string,
      },
    });
  });

  it.each([
    ['http://127.0.0.1:9/docs/', 'an address of this machine'],
    ['https://[::1]/docs/', 'the same by IPv6'],
    ['http://docs.example.com/', 'without TLS'],
    ['https://ann:secret@docs.example.com/', 'with a password'],
    ['https://docs.example.com/?page=1', 'with a query'],
    ['ftp://docs.example.com/', 'of another protocol'],
  ])('refuses %s, %s', async (url) => {
    expectProblem(await begin({ url }), 400, 'bad_request');
  });

  it('requests nothing from a name with a private address', async () => {
    const { port } = new URL(site.url);
    site.requests.length = 0;
    const { body } = await begin({ url: `https://localhost:${port}/docs/` });
    expect(await until(gateway.url, body)).toMatchObject({
      status: 'failed',
      fault: { code: 'bad_request' },
    });
    expect(site.requests).toEqual([]);
  });

  it('deletes the pages with the repository', async () => {
    expect(readdirSync(join(data, 'sites'))).toHaveLength(1);
    const { status } = await call(gateway.url, 'DELETE /v1/repositories/manual?confirm=manual');
    expect(status).toBe(200);
    expect(existsSync(join(data, 'sites')) ? readdirSync(join(data, 'sites')) : []).toEqual([]);
  });
});
