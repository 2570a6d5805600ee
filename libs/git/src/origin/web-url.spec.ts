import { webUrlOf } from './web-url';

describe('the page of a repository on the web', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'https://github.com/acme/shop'],
    ['https://github.com/acme/shop/', 'https://github.com/acme/shop'],
    ['http://git.example.com:8080/acme/shop', 'http://git.example.com:8080/acme/shop'],
    ['git@github.com:acme/shop.git', 'https://github.com/acme/shop'],
    ['gitlab.com:group/sub/shop.git', 'https://gitlab.com/group/sub/shop'],
    ['ssh://git@git.example.com:2222/acme/shop.git', 'https://git.example.com/acme/shop'],
    ['git://git.example.com/acme/shop', 'https://git.example.com/acme/shop'],
  ])('%s is at %s', (remote, page) => {
    expect(webUrlOf(remote)).toBe(page);
  });

  it('has neither user nor password, which a configuration may contain', () => {
    expect(webUrlOf('https://ann:secret@gitlab.com/acme/shop.git')).toBe('https://gitlab.com/acme/shop');
    expect(webUrlOf('https://token@github.com/acme/shop?key=secret#x')).toBe('https://github.com/acme/shop');
  });

  it.each([
    '/srv/git/shop.git',
    '../shop',
    'file:///srv/git/shop.git',
    'C:\\src\\shop',
    'c:/src/shop',
    'ext::sh -c touch% /tmp/x',
    'javascript:alert(1)',
    'work:acme/shop.git',
    'https://github.com',
    '',
  ])('%p has none', (remote) => {
    expect(webUrlOf(remote)).toBeNull();
  });
});
