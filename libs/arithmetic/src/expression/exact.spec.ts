import * as fc from 'fast-check';
import { calculate } from './calculate';

const nothing = (): null => null;
const computed = (expression: string): string => {
  const calculated = calculate(expression, nothing);
  return calculated.ok ? calculated.result : `error: ${calculated.error}`;
};
/** Decimals of up to 15 digits, as `digits` over a power of ten. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => ({ digits, places, text: textOf(digits, places) }));

function textOf(digits: bigint, places: number): string {
  const plain = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const text = places === 0 ? plain : `${plain.slice(0, -places)}.${plain.slice(-places)}`;
  return digits < 0n ? `(-${text})` : text;
}

interface Ratio {
  readonly above: bigint;
  readonly below: bigint;
}
const ratio = ({ digits, places }: { digits: bigint; places: number }): Ratio => ({
  above: digits,
  below: 10n ** BigInt(places),
});

/** Difference of a decimal text and a fraction, in units of the 34th significant digit, rounded down. */
function unitsApart(text: string, { above, below }: Ratio): bigint {
  const [whole = '', places = ''] = text.split('.');
  const digits = BigInt(whole + places);
  const power = 10n ** BigInt(places.length);
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  const distance = size(digits * below - above * power) * 10n ** 33n;
  const value = size(above * power);
  return value === 0n ? distance : distance / value;
}

describe('exact decimals', () => {
  it('a + b - b is a', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(computed(`${a.text} + ${b.text} - ${b.text}`)).toBe(computed(a.text));
      }),
    );
  });

  it('a * b / b is a', () => {
    fc.assert(
      fc.property(
        decimal,
        decimal.filter(({ digits }) => digits !== 0n),
        (a, b) => {
          expect(computed(`${a.text} * ${b.text} / ${b.text}`)).toBe(computed(a.text));
        },
      ),
    );
  });

  it('agree with fractions of integers', () => {
    const operator = fc.constantFrom('+', '-', '*', '/');
    fc.assert(
      fc.property(decimal, decimal, operator, (a, b, sign) => {
        fc.pre(sign !== '/' || b.digits !== 0n);
        const [x, y] = [ratio(a), ratio(b)];
        const expected: Ratio =
          sign === '*'
            ? { above: x.above * y.above, below: x.below * y.below }
            : sign === '/'
              ? { above: x.above * y.below, below: x.below * y.above }
              : {
                  above: x.above * y.below + (sign === '+' ? 1n : -1n) * y.above * x.below,
                  below: x.below * y.below,
                };
        const positive = expected.below < 0n ? { above: -expected.above, below: -expected.below } : expected;
        expect(unitsApart(computed(`${a.text} ${sign} ${b.text}`), positive)).toBeLessThanOrEqual(5n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throw, for any text', () => {
    const piece = fc.constantFrom(
      '1',
      '5,298',
      '[3]',
      '(',
      ')',
      '+',
      '-',
      '**',
      '/',
      '%',
      'sum(',
      ',',
      ' ',
      'a_b',
      'round(',
      '.',
      '1e9',
      'this',
      '$',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          const calculated = calculate(text, () => '7');
          if (calculated.ok) expect(calculated.result).toMatch(/^-?\d+(?:\.\d+)?$/);
          else expect(calculated.error).toMatch(/\.$/);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('take little time, for texts of any length and nesting', () => {
    // CPU time, in microseconds: the same on a busy machine as on an idle one.
    const begun = process.threadCpuUsage();
    for (const text of [
      '('.repeat(499),
      '-'.repeat(499),
      `${'('.repeat(200)}1${')'.repeat(200)}`,
      '9'.repeat(500),
      '9^9^9^9^9',
      '(9.9^999)^999',
      'x'.repeat(1_000_000),
      '1.1^0.333',
    ])
      calculate(text, nothing);
    expect(process.threadCpuUsage(begun).user).toBeLessThan(1_500_000);
  });
});
