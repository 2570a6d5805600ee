import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../test/servers/free-port';
import { startGitServer, type GitServer } from '../../../test/servers/git-server';
import { servedRepository } from '../../../test/servers/served-repository';
import { page, startSite, type SiteServer } from '../../../test/servers/site-server';
import { servesGit } from './serves-git';

describe('servesGit', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-serves-git-')));
  const { signal } = new AbortController();
  let git: GitServer;
  let site: SiteServer;
  beforeAll(async () => {
    const shop = servedRepository(root, 'shop');
    shop.commit({ 'a.ts': 'export const a = 1;\n' });
    git = await startGitServer(shop.served);
    site = await startSite({
      '/docs': page('Start', ''),
      '/login/info/refs?service=git-upload-pack': (_, response) => response.writeHead(401).end(),
      '/loop/info/refs?service=git-upload-pack': (request, response) =>
        response.writeHead(302, { location: request.url ?? '' }).end(),
    });
  });
  afterAll(async () => {
    await git.close();
    await site.close();
    rmSync(root, { recursive: true });
  });

  it('is true for a repository, also after a redirect, and for a server that asks for a login', async () => {
    expect(await servesGit(`${git.url}/shop.git`, signal)).toBe(true);
    expect(await servesGit(`${git.url}/shop.git/`, signal)).toBe(true);
    expect(await servesGit(`${git.url}/moved/shop.git`, signal)).toBe(true);
    expect(await servesGit(`${site.url}/login`, signal)).toBe(true);
  });

  it('is false for a page, whether or not it exists', async () => {
    for (const path of ['/docs', '/docs?a=1#b', '/none', '/loop', ''])
      expect([path, await servesGit(site.url + path, signal)]).toEqual([path, false]);
  });

  it('leaves it to git to say that a server is away', async () => {
    expect(await servesGit(`http://127.0.0.1:${await freePort()}/docs`, signal)).toBe(true);
  });
});
