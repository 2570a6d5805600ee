import { repositoryNameOf, repositoryNameOfUrl } from './repository-name';

it.each([
  ['/home/ann/shop', 'shop'],
  ['/home/ann/My shop (old)', 'My-shop-old'],
  ['/srv/_x', 'x'],
  ['/srv/日本', 'sources'],
  [`/srv/${'a'.repeat(200)}`, 'a'.repeat(100)],
])('%s is the repository %s', (path, name) => {
  expect(repositoryNameOf(path)).toBe(name);
});

it.each([
  ['https://git.example.com/acme/shop.git', 'shop'],
  ['https://git.example.com/acme/shop/', 'shop'],
  ['', 'sources'],
])('the repository at %p is %s', (url, name) => {
  expect(repositoryNameOfUrl(url)).toBe(name);
});
