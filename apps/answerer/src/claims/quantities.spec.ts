import * as fc from 'fast-check';
import { agrees, quantitiesOf, spelledOut } from './quantities';

const agree = (said: string, given: string): boolean => {
  const there = [...quantitiesOf(given), ...spelledOut(given)];
  return [...quantitiesOf(said), ...spelledOut(said)].every((one) =>
    there.some((other) => agrees(one, other)),
  );
};

describe('numbers of a sentence and of the evidence', () => {
  it.each([
    ['1,000 rows', '1000 rows'],
    ['1000 rows', '1_000 rows'],
    ['12%', '12 percent'],
    ['12 %', 'a share of 0.12'],
    ['30 days', 'within thirty days'],
    ['twenty-five seconds', '25 s'],
    ['5 seconds', 'const timeoutMs = 5_000;'],
    ['one minute', 'wait 60 seconds'],
    ['about 1,000 users', '1,013 users'],
    ['3.14', '3.14159'],
    ['2 GB', '2048 MB'],
    ['2 GB', '2000 MB'],
    ['1.5 million people', '1,500,000 people'],
    ['10k requests', '10000 requests'],
    ['$5', '5 dollars'],
    ['the 2nd try', 'try 2'],
    ['2024-03-15', 'March 15, 2024'],
    ['a 30-day limit', '30 days'],
    ['twice', 'two times'],
  ])('%s is %s', (said, given) => {
    expect(agree(said, given)).toBe(true);
  });

  it.each([
    ['1,000 rows', '100 rows'],
    ['12%', '21 percent'],
    ['30 minutes', '30 seconds'],
    ['forty days', 'thirty days'],
    ['5 seconds', 'timeout = 50'],
    ['1000 users', 'about 1,013 users'],
    ['3.15', '3.14159'],
    ['5 €', '5 $'],
  ])('%s is not %s', (said, given) => {
    expect(agree(said, given)).toBe(false);
  });

  it('are not found in names and versions', () => {
    expect(quantitiesOf('utf8 sha256 v2 1.2.3 x_1 a1b')).toEqual([]);
  });

  it('every number agrees with itself, in any format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (value) => {
        expect(agree(value.toLocaleString('en-US'), String(value))).toBe(true);
        expect(agree(String(value), String(value + 1))).toBe(false);
      }),
    );
  });
});
