import { typedUrl } from './typed-url';

describe('typedUrl', () => {
  it.each([
    ['github.com/acme/shop', 'https://github.com/acme/shop'],
    [' docs.example.com:8080/en/ ', 'https://docs.example.com:8080/en/'],
    ['https://github.com/acme/shop.git', 'https://github.com/acme/shop.git'],
    ['http://127.0.0.1:8080/docs/', 'http://127.0.0.1:8080/docs/'],
    ['git@github.com:acme/shop.git', 'git@github.com:acme/shop.git'],
    ['ssh://git@github.com/acme/shop.git', 'ssh://git@github.com/acme/shop.git'],
    ['  ', ''],
  ])('reads %j as %j', (typed, url) => expect(typedUrl(typed)).toBe(url));
});
