import { page, startSite, type SiteServer } from '../servers/site-server';
import { Workplace } from './quarry';

describe('quarry index of a documentation site', () => {
  const work = new Workplace();
  let site: SiteServer;
  let cwd: string;
  beforeAll(async () => {
    site = await startSite({
      '/docs/': page('The manual', '<p>A till counts money.</p>', ['install.html', 'end.html']),
      '/docs/install.html': page('Installation', '<p>The tillmaker puts the drawer under the counter.</p>'),
      '/docs/end.html': page('The end', '<p>At night, the till is closed with a key.</p>'),
    });
    cwd = work.write('manual', {});
  });
  afterAll(async () => {
    await site.close();
    work.remove();
  });

  it('fetches its pages, and cites them at their addresses', async () => {
    const indexed = await work.run(['index', `${site.url}/docs/`, '--no-vectors'], { cwd });
    expect(indexed).toMatchObject({ code: 0 });
    expect(indexed.out).toContain('3 web pages');
    const asked = await work.run(['ask', 'Where does the tillmaker put the drawer?'], { cwd });
    expect(asked.out).toContain('The tillmaker puts the drawer under the counter.');
    expect(asked.out).toMatch(new RegExp(`install\\.html.*\\s.*${site.url}/docs/install\\.html#top`));
  }, 180_000);

  it('stops at the limit of pages, and says so', async () => {
    const { code, out } = await work.run(
      ['index', `${site.url}/docs/`, '--max-pages', '2', '--no-vectors', '--data', work.write('two', {})],
      { cwd },
    );
    expect(code).toBe(0);
    expect(out).toContain('the site has more than 2 pages');
  }, 180_000);

  it.each([
    [['https://docs.example.com/?a=1', '--max-pages', '5'], 'must have no query'],
    [['.', '--max-pages', '5'], '--max-pages goes with the URL of a documentation site'],
    [
      ['https://docs.example.com/', '--max-pages', '5', '--branch', 'main'],
      '--branch is for git repositories',
    ],
    [['https://docs.example.com/a.html', '--watch'], 'neither --watch nor --scip'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await work.run(['index', ...args], { cwd });
    expect([code, err.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
  });
});
