import { adapterFor, sqlitePath } from './store-url';

const unknown = expect.objectContaining({ code: 'store_unknown' });

describe('adapterFor', () => {
  const adapters = { sqlite: 1, elastic: 2 };

  it('selects by scheme, ignoring case', () => {
    expect(adapterFor('X_URL', 'sqlite:/a', adapters)).toBe(1);
    expect(adapterFor('X_URL', 'ELASTIC://host', adapters)).toBe(2);
  });

  it.each(['neo4j://u:secret@host', 'constructor:/a', '__proto__:/a', '/just/a/path', ''])(
    'rejects "%s" with the list of known schemes and without its secrets',
    (url) => {
      let message = '';
      try {
        adapterFor('X_URL', url, adapters);
      } catch (error) {
        expect(error).toEqual(unknown);
        message = String(error);
      }
      expect(message).toMatch(/X_URL.*sqlite:, elastic:/);
      expect(message).not.toContain('secret');
    },
  );
});

describe('sqlitePath', () => {
  it.each([
    ['sqlite:/a/b c/%20', '/a/b c/%20'],
    ['sqlite:///a/b', '/a/b'],
    ['SQLITE:/a/../b', '/b'],
    ['sqlite:a', `${process.cwd()}/a`],
  ])('%s is %s', (url, path) => expect(sqlitePath('X_URL', url)).toBe(path));

  it.each(['sqlite:', 'sqlite://host/path', 'sqlite:/a\0b'])('rejects %j', (url) =>
    expect(() => sqlitePath('X_URL', url)).toThrow(unknown),
  );
});
