import { otherMonths, withFullMonths } from './month-names';

describe('months', () => {
  it.each([
    ['Aug-2015', 'August 2015'],
    ['31-Aug-2015', '31-August 2015'],
    ['as of Sept. 30, 2022', 'as of September 30, 2022'],
    ['dec 2020', 'december 2020'],
    ['May 2015', 'May 2015'],
  ])('are written in full in %s', (text, full) => {
    expect(withFullMonths(text)).toBe(full);
  });

  it.each(['March 2015', 'a mar on the sea', 'Jan wrote 2,015 lines', 'decimal 2015', 'market 2020'])(
    'leave %s as it is',
    (text) => {
      expect(withFullMonths(text)).toBe(text);
    },
  );

  it('are named in the form that a text does not use', () => {
    expect(otherMonths('passengers in August 2015, and Sep-2016; May 2017')).toEqual(['aug', 'september']);
    expect(otherMonths('What may 5 nodes do in march?')).toEqual([]);
  });
});
