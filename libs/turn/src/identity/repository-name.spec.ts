import fc from 'fast-check';
import {
  isValidName,
  isWithinReach,
  repositoryOwner,
  scopedRepository,
  SHARED_TENANT,
  shownRepository,
} from './repository-name';

const tenants = fc
  .string({ minLength: 1, maxLength: 40, unit: 'binary' })
  .filter((text) => text.isWellFormed());

describe('the name by which stores know a repository', () => {
  it('says whose it is', () => {
    expect(scopedRepository('acme', 'shop')).toBe('@acme/shop');
    expect(scopedRepository(SHARED_TENANT, 'shop')).toBe('shop');
    expect(repositoryOwner('@acme/shop')).toEqual({ tenant: 'acme', name: 'shop' });
    expect(repositoryOwner('shop')).toEqual({ tenant: SHARED_TENANT, name: 'shop' });
    expect(shownRepository('@acme/shop')).toBe('shop');
  });

  it('is read back as it was made, for any tenant and any name', () => {
    fc.assert(
      fc.property(tenants, fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), (tenant, name) => {
        if (tenant === SHARED_TENANT) return;
        expect(repositoryOwner(scopedRepository(tenant, name))).toEqual({ tenant, name });
      }),
    );
  });

  it('is never that of another tenant', () => {
    const hostile = [
      'a',
      'a/b',
      '@a',
      '@a/b',
      '..',
      '../a',
      'A',
      'a ',
      'a%2Fb',
      '%61',
      'ａ',
      'a\u0000',
      'local/',
      '',
    ];
    const seen = new Map<string, string>();
    for (const tenant of ['a', 'b', 'a/b', '@a', 'A', 'a%2Fb', '%61', 'ａ', 'a ', '..', '*', 'Local'])
      for (const name of hostile.filter((text) => text !== '')) {
        const stored = scopedRepository(tenant, name);
        const pair = JSON.stringify([tenant, name]);
        expect(seen.get(stored) ?? pair).toBe(pair);
        seen.set(stored, pair);
        expect(isWithinReach(tenant, stored)).toBe(true);
        expect(isWithinReach(`${tenant}x`, stored)).toBe(false);
      }
  });

  it('does not let the shared tenant write into another, nor a tenant that is no text anywhere', () => {
    expect(() => scopedRepository(SHARED_TENANT, '@acme/shop')).toThrow(/tenant's repository/);
    expect(() => scopedRepository('', 'shop')).toThrow(/without a name/);
    expect(() => scopedRepository('\ud800', 'shop')).toThrow(/half a character/);
  });

  it('keeps shared names that only look alike: no tenant has them', () => {
    for (const name of ['@types', '@%zz/a', '@a', '@/a', '@é/x']) {
      expect(scopedRepository(SHARED_TENANT, name)).toBe(name);
      expect(isWithinReach('anybody', name)).toBe(true);
    }
  });

  it.each(['shop', 'Shop-2.0_x', '0', 'a'.repeat(100)])('lets a client call one %s', (name) => {
    expect(isValidName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    '..',
    '.git',
    '-x',
    '@a/b',
    'a/b',
    'a\\b',
    'a b',
    'ä',
    'a\n',
    'a'.repeat(101),
    'a\u0000',
  ])('does not let a client call one %j', (name) => {
    expect(isValidName(name)).toBe(false);
  });
});
