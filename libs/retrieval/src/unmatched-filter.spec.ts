import type { SearchReader } from '@quarry/search-index';
import { snapshotSet } from '@quarry/turn';
import { unmatchedFilter } from './unmatched-filter';

const PATHS = ['docs/guide.md', 'docs/setup.md', 'src/billing/tax.ts', 'src/billing/invoice.ts', 'README.md'];
const SHOP = { repository: 'shop', snapshot: 'current' };
const CRM = { repository: 'crm', snapshot: 'current' };

/** A list of files is all that is read. */
function indexOf(paths: readonly string[]): SearchReader {
  const manifest = new Map(paths.map((path) => [path, 'hash']));
  return { manifest: () => Promise.resolve(manifest) } as unknown as SearchReader;
}

const inShop = (...pathPrefixes: string[]) => unmatchedFilter(indexOf(PATHS), SHOP, { pathPrefixes });

describe('unmatchedFilter', () => {
  it('is null without a filter by path, and where a file passes', async () => {
    expect(await unmatchedFilter(indexOf(PATHS), SHOP, undefined)).toBeNull();
    expect(await unmatchedFilter(indexOf(PATHS), SHOP, { languages: ['cobol'] })).toBeNull();
    for (const prefix of ['docs', './docs/', 'docs/guide.md', '', 'README.md'])
      expect(await inShop(prefix)).toBeNull();
    expect(await inShop('nowhere', 'docs')).toBeNull();
  });

  it.each([
    [['dcos'], "no indexed file is in 'dcos'; the nearest path is 'docs'"],
    [['billing'], "no indexed file is in 'billing'; the nearest path is 'src/billing'"],
    [['lib/tax.ts'], "no indexed file is in 'lib/tax.ts'; the nearest path is 'src/billing/tax.ts'"],
    [['zzz'], "no indexed file is in 'zzz'; there is 'README.md', 'docs', 'src'"],
    [
      ['zzz', 'Docs/Guide.md'],
      "no indexed file is in 'zzz' or 'Docs/Guide.md'; the nearest path is 'docs/guide.md'",
    ],
  ])('says that nothing is in %j, with near paths', async (prefixes, expected) => {
    expect(await inShop(...prefixes)).toBe(expected);
  });

  it('finds the folder of a filter in each of several repositories', async () => {
    const both = snapshotSet([SHOP, CRM]);
    const index = indexOf(['shop/docs/guide.md', 'crm/src/deal.ts']);
    for (const prefix of ['docs', 'src', 'crm', 'shop/docs'])
      expect(await unmatchedFilter(index, both, { pathPrefixes: [prefix] })).toBeNull();
    expect(await unmatchedFilter(index, both, { pathPrefixes: ['crm/docs'] })).toContain('no indexed file');
  });
});
