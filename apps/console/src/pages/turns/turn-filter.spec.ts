import { addressOf, apiQuery, filterFrom } from './turn-filter';

describe('the filter of turns', () => {
  it('is written to the address, and read from it', () => {
    const filter = {
      q: 'invoice cancel',
      outcome: 'failed',
      pipeline: 'code',
      session: 's1',
      staleness: 'gone',
      hours: '24',
    };
    const address = addressOf(filter);
    expect(address).toBe(
      '/turns?q=invoice+cancel&outcome=failed&pipeline=code&session=s1&staleness=gone&hours=24',
    );
    expect(filterFrom(new URL(address, 'http://x').searchParams)).toEqual(filter);
    expect(addressOf(filterFrom(new URLSearchParams()))).toBe('/turns');
  });

  it('becomes what the API takes', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const filter = { ...filterFrom(new URLSearchParams('hours=24&q=stock')) };
    expect(Object.fromEntries(new URLSearchParams(apiQuery(filter, 'next', now)))).toEqual({
      q: 'stock',
      since: '2026-11-21T12:00:00.000Z',
      cursor: 'next',
      limit: '25',
    });
    expect(apiQuery(filterFrom(new URLSearchParams('hours=x')), null, now)).toBe('limit=25');
  });
});
