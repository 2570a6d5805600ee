import { hostPage } from './host-page';

const at = (url: string, path = 'src/a.ts', prefix = ''): string | null =>
  hostPage({ url, prefix }, { path, commit: 'c0ffee', lines: [3, 5] });

describe('the page of a place on the host of its repository', () => {
  it.each([
    ['https://github.com/acme/shop', 'https://github.com/acme/shop/blob/c0ffee/src/a.ts#L3-L5'],
    ['https://gitlab.com/acme/web/shop', 'https://gitlab.com/acme/web/shop/-/blob/c0ffee/src/a.ts#L3-5'],
    ['https://gitlab.example.com/a/b', 'https://gitlab.example.com/a/b/-/blob/c0ffee/src/a.ts#L3-5'],
    ['https://bitbucket.org/acme/shop', 'https://bitbucket.org/acme/shop/src/c0ffee/src/a.ts#lines-3:5'],
    ['https://codeberg.org/acme/shop', 'https://codeberg.org/acme/shop/src/commit/c0ffee/src/a.ts#L3-L5'],
  ])('of %s is %s', (url, page) => {
    expect(at(url)).toBe(page);
  });

  it('is unknown on another host, also on one that only sounds like a known one', () => {
    expect(at('https://git.example.com/acme/shop')).toBeNull();
    expect(at('https://notgithub.example.com/acme/shop')).toBeNull();
    expect(at('https://example.com/github/shop')).toBeNull();
  });

  it('begins at the root of the repository, and encodes names', () => {
    expect(at('https://github.com/acme/shop', 'a b#?.ts', 'libs/core')).toBe(
      'https://github.com/acme/shop/blob/c0ffee/libs/core/a%20b%23%3F.ts#L3-L5',
    );
  });

  it('shows Markdown as text, which has lines, and no lines of a file without them', () => {
    expect(at('https://github.com/acme/shop', 'README.md')).toBe(
      'https://github.com/acme/shop/blob/c0ffee/README.md?plain=1#L3-L5',
    );
    const pdf = { path: 'a.pdf', commit: 'c0ffee', lines: null };
    expect(hostPage({ url: 'https://github.com/acme/shop', prefix: '' }, pdf)).toBe(
      'https://github.com/acme/shop/blob/c0ffee/a.pdf',
    );
  });
});
