import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexRootsFor, isInside } from './index-roots';
import { writeWorkspace } from './workspace';

const NOTHING = () => Promise.resolve([]);

describe('folders that jobs may index', () => {
  const indexRoots = ['/srv/common', '/srv/of/{tenant}', '/srv/../etc/{tenant}/x'];
  const config = { dataDir: '/nowhere', indexRoots };

  it('may be one for each tenant', async () => {
    expect(await indexRootsFor(config, 'acme', NOTHING)).toEqual([
      '/srv/common',
      '/srv/of/acme',
      '/etc/acme/x',
    ]);
  });

  it.each(['..', '.', '../beta', 'a/b', '', '.hidden', 'ä'])(
    'give the tenant %j none of its own',
    async (tenant) => {
      expect(await indexRootsFor(config, tenant, NOTHING)).toEqual(['/srv/common']);
    },
  );

  it('are, for the shared repositories alone, also what was indexed by hand', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'quarry-roots-'));
    await writeWorkspace(dataDir, { repository: 'shop', snapshot: 'current', root: '/home/me/shop' });
    const byHand = () => Promise.resolve(['/home/me/docs']);
    const none = { dataDir, indexRoots: [] };
    expect(await indexRootsFor(none, 'local', byHand)).toEqual(['/home/me/docs', '/home/me/shop']);
    expect(await indexRootsFor(none, 'acme', byHand)).toEqual([]);
  });

  it('hold what is below them, and nothing that only begins like them', () => {
    expect(isInside('/srv/of/acme', '/srv/of/acme')).toBe(true);
    expect(isInside('/srv/of/acme', '/srv/of/acme/a')).toBe(true);
    expect(isInside('/', '/srv')).toBe(true);
    expect(isInside('/srv/of/acme', '/srv/of/acme2')).toBe(false);
    expect(isInside('/srv/of/acme', '/srv/of')).toBe(false);
  });
});
