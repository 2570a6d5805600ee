import { SECTIONS } from '../testing/filings';
import { sectionsFor } from './section-choice';

describe('sectionsFor', () => {
  it.each([
    ['net revenue of Orchard in 2023', 'ORCHARD_2022_10K.pdf#statement-of-income'],
    ['net revenue of Mill', 'MILL_2022_10K.pdf#income'],
    ['dividends paid by Orchard', 'ORCHARD_2022_10K.pdf#cash-flows'],
    ["Where are Orchard's headquarters?", 'ORCHARD_2022_10K.pdf#properties'],
  ])('%s', (item, best) => {
    expect(sectionsFor(item, item, SECTIONS)[0]?.id).toBe(best);
  });

  it('excludes documents that the question does not mean, and reads a whole document last', () => {
    const chosen = sectionsFor('Orchard figures', 'Orchard figures', SECTIONS).map(({ id }) => id);
    expect(chosen).not.toContain('MILL_2022_10K.pdf#income');
    expect(chosen.at(-1)).toBe('ORCHARD_2022_10K.pdf');
  });
});
