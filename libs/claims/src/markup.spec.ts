import { isLinkAlone, isPicture, withoutMarkup } from './markup';

describe('a text without markup', () => {
  it.each([
    ['See the [guide](docs/a.md) and [rules][rules].', 'See the guide and rules.'],
    ['See [the\nguide](a.md "Title").', 'See the\nguide.'],
    [
      'It _is_ **not** *safe*, with `__private__` and `a * b`.',
      'It is not safe, with `__private__` and `a * b`.',
    ],
    ['It is snake_case, 2 * 3 and * a list.', 'It is snake_case, 2 * 3 and * a list.'],
    ['<p>It waits <b>5</b> s.<br/></p>', ' It waits  5  s.  '],
    ['It is 3 < 5 and 7 > 2.', 'It is 3 < 5 and 7 > 2.'],
    ['[!NOTE]\nIt waits.', ' \nIt waits.'],
    ['Sales rose [2][3] by 5 [1].', 'Sales rose [2][3] by 5 [1].'],
    ['[![build](a.svg)](b) It works.', 'build It works.'],
    ['A \\[bracket](stays).', 'A \\[bracket](stays).'],
  ])('%j', (text, expected) => {
    expect(withoutMarkup(text)).toBe(expected);
  });

  it('is made in linear time', () => {
    const long = '<a '.repeat(30_000) + '['.repeat(30_000) + '*_'.repeat(30_000);
    expect(withoutMarkup(long).length).toBeLessThanOrEqual(long.length);
  });
});

it.each([
  ['[![CI](https://a.org/b.svg?x=1)](https://a.org)\n[![npm][npm-img]][npm-url]', true],
  ['<a href="b"><img src="a.png"></a>', true],
  ['![chart](a.png) Sales rose.', false],
  ['---', false],
  ['Sales rose.', false],
])('%j is a picture: %s', (text, expected) => {
  expect(isPicture(text)).toBe(expected);
});

it.each([
  ['[Security](https://a.org/security.html).', true],
  ['**[Security](#security)**', true],
  ['[Security](#security): how', false],
  ['Security', false],
])('%j is a link alone: %s', (text, expected) => {
  expect(isLinkAlone(text)).toBe(expected);
});
