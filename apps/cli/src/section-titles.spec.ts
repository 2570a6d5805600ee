import { aTurn, someEvidence } from '@quarry/engine/testing';
import { citedTitles, sectionName, sectionTitles } from './section-titles';

const section = { path: 'a.pdf', level: 1, summary: '', characters: 1 };

describe('names of sections', () => {
  const outline = {
    pass: 1,
    sections: [{ ...section, id: 'a.pdf#one', title: 'Part\n One' }],
    left: { sections: 0, documents: 0 },
  };
  const titles = sectionTitles(aTurn({ outline }));

  it.each([
    ['a.pdf#one', 'Part One'],
    ['a.pdf#one/segment-results', '§ segment-results'],
    ['a.pdf#two', '§ two'],
    ['docs/a.pdf', ''],
    [undefined, ''],
  ])('of %s: %s', (id, name) => expect(sectionName(id, titles)).toBe(name));

  it('are cut if they are long', () => {
    const long = new Map([['a.pdf#x', 'word '.repeat(40)]]);
    expect(sectionName('a.pdf#x', long).length).toBeLessThanOrEqual(40);
  });

  it('come from the titles of evidence and citations', () => {
    const cited = [
      { section: 'a.pdf#one/two', title: 'Report › One › Two' },
      { section: 'a.pdf', title: 'Report' },
      { title: 'No › Section' },
    ];
    expect([...citedTitles(cited)]).toEqual([['a.pdf#one/two', 'Two']]);
    const evidence = [someEvidence(1, { section: 'a.pdf#one', title: 'Report › One' })];
    expect(sectionTitles(aTurn({ evidence })).get('a.pdf#one')).toBe('One');
  });

  it('do not fail for a turn of an older service without findings and an outline', () => {
    const { outline: _, findings: __, ...old } = aTurn();
    expect(sectionTitles(old).size).toBe(0);
  });
});
