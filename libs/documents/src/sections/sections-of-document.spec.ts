import { sectionsOfDocument } from './sections-of-document';

const filler = 'Some words of it. '.repeat(40);

describe('sectionsOfDocument', () => {
  it('locates the own sections of a document by offsets in its text', () => {
    const text = `Intro here.\n\nFirst part says a.\n\nSecond part says b.`;
    const sections = sectionsOfDocument({
      path: 'c.jsonl',
      line: 7,
      id: 'docs/a#1',
      title: 'Both',
      text,
      sections: [
        { title: 'One', start: text.indexOf('First'), end: text.indexOf('\n\nSecond') },
        { start: text.indexOf('Second'), end: text.length },
      ],
    });
    expect(
      sections.map(({ id, from, to, startLine, endLine }) => [id, text.slice(from, to), startLine, endLine]),
    ).toEqual([
      ['c.jsonl#docs%2Fa%231', text, 7, 7],
      ['c.jsonl#docs%2Fa%231/one', 'First part says a.', 7, 7],
      ['c.jsonl#docs%2Fa%231/part-2', 'Second part says b.', 7, 7],
    ]);
    expect(sections[1]).toMatchObject({
      document: 'docs/a#1',
      titles: ['Both', 'One'],
      summary: 'First part says a.',
      characters: 18,
    });
  });

  it('finds the headings of a text without its own sections', () => {
    const text = `---\ntitle: "API"\n---\n\n# API\n\n${filler}\n\n## Keys\n\nYou need a key.\n\n## Limits\n\nFive a second.\n`;
    const sections = sectionsOfDocument({ path: 'c.jsonl', line: 1, id: 'x', text, sections: [] });
    expect(sections.map(({ id, title, from, to }) => [id, title, text.slice(from, to)])).toEqual([
      ['c.jsonl#x', 'API', text],
      ['c.jsonl#x/keys', 'Keys', '## Keys\n\nYou need a key.\n\n'],
      ['c.jsonl#x/limits', 'Limits', '## Limits\n\nFive a second.\n'],
    ]);
  });

  it('returns one section without either', () => {
    const sections = sectionsOfDocument({ path: 'c.jsonl', line: 1, id: 'x', text: filler, sections: [] });
    expect(sections).toMatchObject([{ id: 'c.jsonl#x', title: 'x', from: 0, to: filler.length, level: 0 }]);
  });
});
