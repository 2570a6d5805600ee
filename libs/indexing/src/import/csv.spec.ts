import { readCsv } from './csv';

const rows = (text: string) => readCsv(text).map((row) => Object.fromEntries(row));

describe('readCsv', () => {
  it.each([
    [
      'a,B\n1,2\n3,4',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['a,b\r\n"x, y","say ""hi""\nthere"\r\n', [{ a: 'x, y', b: 'say "hi"\nthere' }]],
    [
      'a,b\n1\n\n2,3,4\n',
      [
        { a: '1', b: '' },
        { a: '2', b: '3' },
      ],
    ],
    ['a,b\n1,', [{ a: '1', b: '' }]],
    ['a\n"never closed', [{ a: 'never closed' }]],
    ['a,b\n"x"junk,y', [{ a: 'x', b: 'y' }]],
    ['', []],
    ['a,b', []],
  ])('%j', (text, expected) => {
    expect(rows(text)).toEqual(expected);
  });
});
