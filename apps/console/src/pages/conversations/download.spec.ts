import { fileNameOf } from './download';

describe('the name of a saved conversation', () => {
  it.each([
    ['Wie groß ist src/a.ts?', 'wie-groß-ist-src-a-ts.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['???', 'quarry.md'],
    [`${'word '.repeat(11)}words again`, `${'word-'.repeat(11)}words.md`],
  ])('of %s', (name, file) => {
    expect(fileNameOf(name, 'md')).toBe(file);
  });
});
