import { commitUrlOf } from './commit-url';

it.each([
  ['https://github.com/acme/shop', 'https://github.com/acme/shop/commit/c0ffee'],
  ['https://gitlab.example.com/acme/shop', 'https://gitlab.example.com/acme/shop/-/commit/c0ffee'],
  ['https://bitbucket.org/acme/shop', 'https://bitbucket.org/acme/shop/commits/c0ffee'],
  ['https://code.example.com/acme/shop', null],
])('the page of a commit of %s', (repository, page) => {
  expect(commitUrlOf(repository, 'c0ffee')).toBe(page);
});
