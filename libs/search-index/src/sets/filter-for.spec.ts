import { filterFor } from './filter-for';

const ALPHA = { repository: 'alpha', snapshot: 'v1' };
const BETA = { repository: '@acme/beta', snapshot: 'v1' };

describe('the filter of a set', () => {
  const of = (pathPrefixes: string[]) =>
    [ALPHA, BETA].map((ref) => filterFor({ pathPrefixes, languages: ['go'] }, ref, [ALPHA, BETA]));
  const go = (pathPrefixes: string[]) => ({ pathPrefixes, languages: ['go'] });

  it.each([
    [['src'], [go(['src']), go(['src'])]],
    [['alpha/src'], [go(['src']), null]],
    [['./beta/'], [null, go([''])]],
    [
      ['alpha/src', 'docs'],
      [go(['src', 'docs']), go(['docs'])],
    ],
    [['alphabet'], [go(['alphabet']), go(['alphabet'])]],
    [[''], [go(['']), go([''])]],
  ])('%j', (prefixes, expected) => {
    expect(of(prefixes)).toEqual(expected);
  });

  it('without folders is the same for each', () => {
    expect(filterFor(undefined, ALPHA, [ALPHA, BETA])).toBeUndefined();
    expect(filterFor({ languages: ['go'] }, ALPHA, [ALPHA, BETA])).toEqual({ languages: ['go'] });
  });
});
