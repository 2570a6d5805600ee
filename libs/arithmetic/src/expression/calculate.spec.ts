import { calculate, type Reference } from './calculate';

const VALUES: Readonly<Record<string, string>> = {
  '3': '5298',
  '4': '5856',
  '12': '9',
  '3mo_sales': '7',
  revenue_2022: '34,229',
  '3m_capex': '(1,749)',
  strategy: 'efficiency-focused',
};
const resolve = (reference: Reference): string | null =>
  VALUES[reference.kind === 'ref' ? String(reference.n) : reference.name] ?? null;
const result = (expression: string): string => {
  const calculated = calculate(expression, resolve);
  return calculated.ok ? calculated.result : calculated.error;
};

describe('calculate', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['0.1 + 0.2', '0.3'],
    ['10 / 4', '2.5'],
    ['1 / 3 * 3', '1'],
    ['1 / 3', '0.3333333333333333333333333333333333'],
    ['-2^2', '-4'],
    ['+2^2', '4'],
    ['-2 + 3', '1'],
    ['(-2)^2', '4'],
    ['2 ** 3 ** 2', '512'],
    ['2^-1', '0.5'],
    ['2 - -3', '5'],
    ['-(3)', '-3'],
    ['- 0', '0'],
    ['5,298 - 1', '5297'],
    ['$5,298 * 12%', '635.76'],
    ['50 %', '0.5'],
    ['[3] / [4] * 100', '90.47131147540983606557377049180328'],
    ['[ 3 ] - [3]', '0'],
    ['[([3] + 2) / 2] - [-(50)]', '2700'],
    ['[revenue_2022] * 1', '34229'],
    ['revenue_2022 * 2', '68458'],
    ['3m_capex + 1', '-1748'],
    ['3mo_sales + 1', '8'],
    ['[12] + 1', '10'],
    ['sum([3], [4], 1)', '11155'],
    ['sum (1, 2)', '3'],
    [`1${' '.repeat(499)}`, '1'],
    ['avg(1, 2)', '1.5'],
    ['AVERAGE(1, 2)', '1.5'],
    ['mean(1,2,3)', '2'],
    ['min(3, (5,298 + 1))', '3'],
    ['max(3, -4)', '3'],
    ['abs(-2.50)', '2.5'],
    ['sqrt(2)', '1.414213562373095048801688724209698'],
    ['round(2.675, 2)', '2.68'],
    ['round(-2.5)', '-3'],
    ['round(5298, -2)', '5300'],
    ['(([3]/[4])^(1/2) - 1) * 100', '-4.883591596712486010213095362485936'],
    ['3 × 4 ÷ 6 − 1', '1'],
    ['1e3 + .5', '1000.5'],
    ['10^99', `1${'0'.repeat(99)}`],
    ['123456789012345678901234567890 + 1', '123456789012345678901234567891'],
  ])('%s = %s', (expression, expected) => {
    expect(result(expression)).toBe(expected);
  });

  it.each([
    ['1 / 0', 'divides by zero'],
    ['0 ^ -1', 'divides by zero'],
    ['[3] / ([4] - [4])', 'divides by zero'],
    ['[9] + 1', 'no value [9]'],
    ['margin * 2', "no value named 'margin'"],
    ['strategy * 2', "strategy is not a number: it is 'efficiency-focused'"],
    ['sqrt(-1)', 'not negative'],
    ['(-8)^(1/3)', 'fraction as exponent'],
    ['2^1001', 'larger than 1000'],
    ['10^100', '10^100'],
    ['9e999', '10^100'],
    ['1e-100 / 1e50', '10^100'],
    ['median(1, 2)', "no function 'median'"],
    ['constructor(1)', "no function 'constructor'"],
    ['sum() + 1', 'at least one'],
    ['round(1, 2, 3)', "'round'"],
    ['abs(1, 2)', 'takes one number'],
    ['sqrt(4, 9)', 'takes one number'],
    ['round(1, 0.5)', 'whole number'],
    ['max(1,234)', "'1,234' may be one number or several"],
    ['sum(100,200,300)', 'one number or several'],
    ['10 % 3', 'without an operator'],
    ['[3]%', "'%'"],
    ['5.3 million', "no value named 'million'"],
    ['[3 + 4]', "'['"],
    ['1 2', 'without an operator'],
    ['(1)(2)', 'without an operator'],
    ['sum', "no value named 'sum'"],
    [' 1, 2 ', "comma in '1, 2' is outside"],
    ['(1', 'not closed'],
    ['1)', 'has no opening one'],
    ['()', 'no number'],
    ['1 + ()', 'parentheses is empty'],
    [' 1 + ', "'1 +' is not a complete expression"],
    ['', 'no number'],
    ['a = 1', "'='"],
    ['1; 2', "';'"],
    ['"x"', 'is not allowed'],
    ['x.y', "'.'"],
    ['😀', "'😀'"],
    ['1 > 2 ? 3 : 4', "'>'"],
    ['1+'.repeat(260), 'longer than 500'],
    [`${'1+'.repeat(120)}1`, 'more than 200 parts'],
  ])('%s: an error with %s', (expression, said) => {
    const calculated = calculate(expression, resolve);
    expect(calculated).toEqual({ ok: false, error: expect.stringMatching(/^.+\.$/s) as string });
    expect(calculated).toMatchObject({ error: expect.stringContaining(said) as string });
  });

  it('reports why a name could not be resolved', () => {
    const why = "'a' may be [1] or [2].";
    expect(calculate('a + 1', () => ({ why }))).toEqual({ ok: false, error: why });
  });

  it('lists each input once, with its reference', () => {
    expect(calculate('([3] - [4]) / [4] * 100 + 12% + revenue_2022', resolve)).toMatchObject({
      ok: true,
      inputs: [
        { text: '[3]', value: '5298', reference: { kind: 'ref', n: 3 } },
        { text: '[4]', value: '5856', reference: { kind: 'ref', n: 4 } },
        { text: '100', value: '100' },
        { text: '12%', value: '0.12' },
        { text: 'revenue_2022', value: '34229', reference: { kind: 'name', name: 'revenue_2022' } },
      ],
    });
  });
});
