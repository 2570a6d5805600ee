import type { Answer } from '@quarry/turn';
import { citedPlaces, goldPlaceShare, tracedShare } from './gold-places';

const place = (page: number) => ({ page, box: null });
const ANSWER: Answer = {
  english: '17 and 18 and 19',
  text: '17 and 18 and 19',
  citations: [
    { n: 1, path: 'reports/a.pdf', startLine: 1, endLine: 2, pass: 1, pages: [place(4), place(5)] },
  ],
  removedCitations: [],
  writtenBy: 'm',
  figures: [
    { text: '17', start: 0, end: 2, source: { kind: 'finding', n: 2, path: 'b.pdf', places: [place(7)] } },
    { text: '18', start: 7, end: 9, source: { kind: 'evidence', n: 3, path: 'c.md', places: [] } },
    { text: '19', start: 14, end: 16, source: null },
  ],
};
const gold = (file: string, page: number) => ({ label: 'x', value: '1', file, page });

describe('places of an answer', () => {
  it('are the pages of its citations and of the sources of its figures', () => {
    expect([...citedPlaces({ answer: ANSWER })]).toEqual(['a.pdf:4', 'a.pdf:5', 'b.pdf:7']);
    expect([...citedPlaces({ answer: null })]).toEqual([]);
  });

  it('are compared with the gold pages', () => {
    expect(goldPlaceShare([gold('a.pdf', 4), gold('b.pdf', 8)], { answer: ANSWER })).toBe(0.5);
    expect(goldPlaceShare([gold('a.pdf', 4), gold('a.pdf', 4)], { answer: ANSWER })).toBe(1);
    expect(goldPlaceShare([], { answer: ANSWER })).toBeNull();
  });

  it('count for a figure with a known page', () => {
    expect(tracedShare({ answer: ANSWER })).toBeCloseTo(1 / 3, 10);
    expect(tracedShare({ answer: null })).toBeNull();
  });
});
