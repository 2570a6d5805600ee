import fc from 'fast-check';
import { plainHeadings } from './plain-headings';

const levelsOf = (text: string, alone = false): [string, number][] => {
  const lines = text.split('\n');
  return plainHeadings(lines, alone).map(({ line, level }) => [lines[line - 1] ?? '', level]);
};
const PROSE = 'This is a line of prose that goes on for a while, as prose does.';

describe('plainHeadings', () => {
  it('reads underlined lines as reStructuredText does: levels in the order of the marks', () => {
    const text = `====\nTop\n====\n\n${PROSE}\n\nOne\n---\n\nDeep\n~~~~\n\n${PROSE}\n\nTwo\n---\n`;
    expect(levelsOf(text)).toEqual([
      ['Top', 10],
      ['One', 11],
      ['Deep', 12],
      ['Two', 11],
    ]);
  });

  it('reads named parts, capitals and chapters on lines between blank lines', () => {
    const report = `PART I\n\nItem 1. Business.\n\n${PROSE}\n\nItem 1A. Risk Factors.\n\n${PROSE}\n`;
    expect(levelsOf(report)).toEqual([
      ['PART I', 1],
      ['Item 1. Business.', 2],
      ['Item 1A. Risk Factors.', 2],
    ]);
    const body = `${PROSE}\n${PROSE}\n${PROSE}\n${PROSE}\n${PROSE}\n${PROSE}\n`;
    expect(levelsOf(`GETTING STARTED\n\n${body}\n\nKNOWN PROBLEMS\n\n${body}`)).toEqual([
      ['GETTING STARTED', 40],
      ['KNOWN PROBLEMS', 40],
    ]);
    expect(levelsOf(`1. Introduction\n\n${body}\n1.1 Goals\n\n${body}\n2. Design\n\n${body}`)).toEqual([
      ['1. Introduction', 51],
      ['1.1 Goals', 52],
      ['2. Design', 51],
    ]);
  });

  it('does not mistake prose, lists, tables or tables of contents for headings', () => {
    for (const text of [
      `${PROSE}\nItem 7. In the middle.\n${PROSE}`,
      'Note 5 is about debt.\n\nPart of it is.\n\nItem 7 of this report says so.',
      '1. Take it.\n\n2. Turn it.\n\n3. Put it back.\n',
      '1. Eggs\n\n2. Milk\n\n3. Bread\n',
      'Name\n----  ----\nx     y\n',
      `Item 1. Business 4\n\nItem 2. Properties ..... 9\n\n`,
      'WARNING!\n\nSTOP.\n\nHELP:\n',
      `${PROSE}\n-----\n${PROSE}`,
    ])
      expect([text, levelsOf(text)]).toEqual([text, []]);
  });

  it('finds named parts in a page whose lines are blocks', () => {
    expect(
      levelsOf(`Item 1. Business\n${PROSE}\nSALES ROSE\n${PROSE}\nItem 2. Properties\n${PROSE}`, true),
    ).toEqual([
      ['Item 1. Business', 2],
      ['Item 2. Properties', 2],
    ]);
  });

  it('returns lines of the text in order, whatever the text', () => {
    const line = fc.oneof(fc.constantFrom('', '---', '===', 'ABCDE', '1. A', 'Item 1'), fc.string());
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, alone) => {
        const found = plainHeadings(lines, alone).map((one) => one.line);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        for (const at of found) expect(lines[at - 1]).toMatch(/\S/);
      }),
    );
  });
});
