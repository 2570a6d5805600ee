import { periodsIn, withPlainYears } from './periods';

describe('periodsIn', () => {
  it.each([
    ['capex in FY2022', ['2022'], []],
    ["revenue in FY'22 and FY 21", ['2022', '2021'], []],
    ['fiscal year 2023', ['2023'], []],
    ['year ended December 31, 2022', ['2022'], []],
    ['Q2 FY2024', ['2024'], [2]],
    ["Q3'22 sales", ['2022'], [3]],
    ['1Q23', ['2023'], [1]],
    ['BESTBUY_2024Q2_10Q.pdf', ['2024'], [2]],
    ['the second quarter of fiscal 2022', ['2022'], [2]],
    ['$2,022 million in 1.2022', [], []],
    ['what happened last year', [], []],
  ])('%s', (text, years, quarters) => {
    expect(periodsIn(text)).toEqual({ years, quarters });
  });

  it('writes fiscal years as reports print them', () => {
    expect(withPlainYears('capex in FY22 and fiscal year 2021')).toBe('capex in 2022 and 2021');
  });
});
