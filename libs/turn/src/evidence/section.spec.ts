import { sectionsInShort } from './section';

describe('sectionsInShort', () => {
  it.each([
    ['a.pdf#part-ii/item-8/note-2-revenue', 'a.pdf#…/note-2-revenue'],
    [
      'fetch_section(a.pdf#one/two (from 5886)) · b.pdf#one',
      'fetch_section(a.pdf#…/two (from 5886)) · b.pdf#one',
    ],
    ['tried a.pdf#x/y, b.pdf#p/q/r; none', 'tried a.pdf#…/y, b.pdf#…/r; none'],
    ['docs/a.md:10 and #tag and a/b/c', 'docs/a.md:10 and #tag and a/b/c'],
  ])('%s', (text, short) => {
    expect(sectionsInShort(text)).toBe(short);
  });
});
