import { headingsOf } from './headings';

describe('headingsOf', () => {
  it('finds the title and the headings above a line', () => {
    const headings = headingsOf('Intro\n\n# Guide\nx\n## Set *up* [now](x)\ny\n### Deep ###\nz\n## Use\n');
    expect(headings.title).toBe('Guide');
    expect(headings.all.slice(0, 2)).toEqual([
      { line: 3, level: 1, text: 'Guide' },
      { line: 5, level: 2, text: 'Set up now' },
    ]);
    expect([1, 4, 5, 6, 8, 9].map((line) => headings.at(line))).toEqual([
      [],
      ['Guide'],
      ['Guide', 'Set up now'],
      ['Guide', 'Set up now'],
      ['Guide', 'Set up now', 'Deep'],
      ['Guide', 'Use'],
    ]);
  });

  it('prefers the title of a front matter', () => {
    expect(headingsOf('---\nlayout: x\ntitle: "The: title"\n---\n# Other\n').title).toBe('The: title');
    expect(headingsOf("+++\ntitle = 'Hugo'\n+++\ntext\n").title).toBe('Hugo');
    expect(headingsOf('---\n# No end of a matter\n').title).toBe('No end of a matter');
  });

  it('reads underlined headings, but none in code, lists or tables', () => {
    const text =
      'Top\n===\n\nSub\n---\n\n```sh\n# no heading\n```\n\n- item\n---\n\n| a |\n|---|\n#nothing\n';
    const headings = headingsOf(text);
    expect(headings.title).toBe('Top');
    expect(headings.at(99)).toEqual(['Top', 'Sub']);
  });

  it('finds no title in a text without headings', () => {
    expect(headingsOf('just text\n').title).toBeUndefined();
  });
});
