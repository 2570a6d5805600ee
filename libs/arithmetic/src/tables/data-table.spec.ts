import { dataTable, type DataTable } from './data-table';

const table = (caption: readonly string[], heads: readonly string[], ...rows: string[]): DataTable =>
  dataTable({ caption, heads, rows: rows.map((text, at) => ({ text, line: at + 1 })) });

/** Each cell as `group > label @ head = text (value unit)`. */
const seen = ({ rows }: DataTable): readonly string[] =>
  rows.flatMap(({ label, group, cells }) =>
    cells.map(({ head, text, value, unit }) => {
      const about = [value ?? 'text', unit ?? ''].join(' ').trim();
      return `${group === '' ? '' : `${group} > `}${label} @ ${head} = ${text} (${about})`;
    }),
  );

describe('dataTable', () => {
  it.each([
    ['(In crores of Rupees)', 'crores INR'],
    ['(Rs. in 000)', 'thousands INR'],
    ['(Per cent)', '%'],
    ['(All amounts in EUR)', 'EUR'],
  ])('reads the unit of all values from %s above or among the rows', (unit, expected) => {
    expect(table([unit], [' | 2023'], 'Sales | 12').rows[0]?.cells[0]?.unit).toBe(expected);
    const within = table([], [' | 2023'], `${unit} | `, 'Sales | 12');
    if (/amounts|crores/i.test(unit)) expect(within.rows[0]?.cells[0]?.unit).toBe(expected);
  });

  it('gives no percent for a debt that is named by its rate', () => {
    const debts = table(
      ['(in millions)'],
      [' | Current'],
      '1.625% Convertible Senior Notes | 566',
      'Tax rate, % | 21',
    );
    expect(seen(debts).map((cell) => cell.replace(/^.* = /, ''))).toEqual([
      '566 (566 millions)',
      '21 (21 %)',
    ]);
  });

  it('reads the unit above labels that are in the second column', () => {
    const beside = table(
      [],
      ['Revenues up 56% from a year ago: | ($ millions) | 3Q 2024'],
      ' | Advisory | $546',
      'Equity rose | Equity | $362',
    );
    expect(beside.rows[0]).toMatchObject({ label: 'Advisory' });
    expect(beside.rows[0]?.cells.at(-1)).toMatchObject({ head: '3Q 2024', unit: 'millions USD' });
  });

  it('gives a second table of the same columns its own heads', () => {
    const two = table(
      [],
      [' | Annual | ', ' | 1 Year | 3 Year'],
      'Fund | -51% | -3%',
      'Index | -18% | 8%',
      ' | Cumulative | ',
      ' | 1 Year | 3 Year',
      'Fund | -51% | -9%',
    );
    expect(two.rows.map(({ label, cells }) => [label, cells[1]?.head, cells[1]?.text])).toEqual([
      ['Fund', 'Annual 3 Year', '-3%'],
      ['Index', 'Annual 3 Year', '8%'],
      ['Fund', 'Cumulative 3 Year', '-9%'],
    ]);
  });

  it('gives no percent for a head that joins those of two columns', () => {
    const joined = table(
      ['(in millions)'],
      [' | 2023 % of Net Amount | 2023 % of sales'],
      'Net income | 1,481 | 11',
    );
    expect(seen(joined).map((cell) => cell.replace(/^.* = /, ''))).toEqual([
      '1,481 (1481 millions)',
      '11 (11 %)',
    ]);
  });

  it('gives each value its row, the heads above it, its number and its unit', () => {
    const statement = table(
      ['Consolidated Statements of Income', '(in millions, except per share data)'],
      [' | Year ended December 31', ' | 2023 | 2022'],
      'Net sales:',
      'Products | $ 5,298 | $ 4,900',
      'Cost of sales | (3,322) | —',
      'Net income per share | $ 1.40 | $ 1.31',
    );
    expect(statement.unit).toBe('millions');
    expect(statement.columns.map(({ head }) => head)).toEqual([
      'Year ended December 31 2023',
      'Year ended December 31 2022',
    ]);
    expect(seen(statement)).toEqual([
      'Net sales: > Products @ Year ended December 31 2023 = $ 5,298 (5298 millions USD)',
      'Net sales: > Products @ Year ended December 31 2022 = $ 4,900 (4900 millions USD)',
      'Net sales: > Cost of sales @ Year ended December 31 2023 = (3,322) (-3322 millions)',
      'Net sales: > Cost of sales @ Year ended December 31 2022 = — (text)',
      'Net income per share @ Year ended December 31 2023 = $ 1.40 (1.40 USD per share)',
      'Net income per share @ Year ended December 31 2022 = $ 1.31 (1.31 USD per share)',
    ]);
  });

  it('gives the rows below a period within the table that period, and its currency', () => {
    const sheet = table(
      [],
      [],
      'In millions of CHF |  | January–June 2023',
      ' | Sales (a) | Profit',
      'Zone EUR | 9,467 | 12',
      'Zone NA | 12,553 | 13',
      'In millions of CHF |  | January–June 2022',
      ' | Sales (a) | Profit',
      'Zone EUR | 9,283 | 11',
      'Zone NA | 12,340 | 14',
    );
    expect(seen(sheet).filter((text) => text.startsWith('Zone EUR'))).toEqual([
      'Zone EUR @ January–June 2023 Sales (a) = 9,467 (9467 millions CHF)',
      'Zone EUR @ January–June 2023 Profit = 12 (12 millions CHF)',
      'Zone EUR @ January–June 2022 Sales (a) = 9,283 (9283 millions CHF)',
      'Zone EUR @ January–June 2022 Profit = 11 (11 millions CHF)',
    ]);
  });

  it('gives shares and terms their own units', () => {
    const mixed = table(
      ['(in millions, except per share data)'],
      [' | 2023'],
      'Shares used to compute net income per share | 470',
      'Remaining term (in years) | 5.5',
      'Tax rate | 21 %',
    );
    expect(mixed.rows.map(({ cells }) => cells[0]?.unit)).toEqual(['millions of shares', 'years', '%']);
  });

  it('takes the unit from a line among the first rows, and that of a share from its head', () => {
    const sheet = table(
      [],
      [],
      'BALANCE SHEETS |  | ',
      '(in millions, except par value) |  | ',
      ' | 2023 | Price Paid Per Share',
      'Cash | 4,770 | $ 2.10',
      'Debt | 4 | $ 2.20',
      'Land | 5 | $ 2.30',
    );
    expect(sheet.rows.at(-1)?.cells.map(({ unit }) => unit)).toEqual(['millions', 'USD per share']);
  });

  it('reads years among the rows as heads of the rows below them', () => {
    const two = table([], [' | 2023'], 'Cost | 1', ' | 2021', 'Cost | 2');
    expect(seen(two)).toEqual(['Cost @ 2023 = 1 (1)', 'Cost @ 2021 = 2 (2)']);
  });

  it('takes the subject of rows from the label of their head row, also of a second block', () => {
    const two = table(
      ['(in millions)'],
      ['Net sales | 2023 | 2022'],
      'Sensors | 5 | 4',
      '(in millions) |  | ',
      'Operating income | 2023 | 2022',
      'Sensors | 2 | 1',
    );
    expect(two.rows.map(({ group, label }) => [group, label])).toEqual([
      ['Net sales', 'Sensors'],
      ['Operating income', 'Sensors'],
    ]);
  });

  it('gives the percent sign at the top of a column to the values below it, where no other unit is stated', () => {
    const units = (caption: string[]): unknown =>
      table(caption, [' | 2023 | 2022'], 'Revenue | 100.0% | 7', 'Costs | 41.2 | 5').rows[1]?.cells.map(
        ({ unit }) => unit,
      );
    expect(units([])).toEqual(['%', undefined]);
    expect(units(['(in millions)'])).toEqual(['millions', 'millions']);
  });

  it('reads words as cells', () => {
    const people = table([], ['Name | Place | Colour'], 'Ann | Oslo | red', 'Ben |  | blue \\| green');
    expect(seen(people)).toEqual([
      'Ann @ Place = Oslo (text)',
      'Ann @ Colour = red (text)',
      'Ben @ Colour = blue | green (text)',
    ]);
  });

  it('ends a group at its total, and joins a label that takes two lines', () => {
    const assets = table(
      [],
      [' | 2023'],
      'Current assets:',
      'Cash',
      'and equivalents | 4',
      'Total | 4',
      'Land | 2',
    );
    expect(assets.rows.map(({ group, label }) => [group, label])).toEqual([
      ['Current assets:', 'Cash and equivalents'],
      ['Current assets:', 'Total'],
      ['', 'Land'],
    ]);
  });

  it('joins a label whose lines are closer to each other than rows are', () => {
    const rows = [
      ['Sales | 4', 100],
      ['Costs | 3', 113],
      ['Total amounts included on the', 126],
      ['Consolidated Statements of Income | 1', 135],
      ['Hedges', 148],
      ['Options | 2', 161],
      ['Forwards | 2', 174],
    ] as const;
    const read = dataTable({
      ...{ caption: [], heads: [' | 2023'] },
      rows: rows.map(([text, top], line) => ({ text, line, top })),
    });
    expect(read.rows.map(({ group, label }) => [group, label])).toEqual([
      ['', 'Sales'],
      ['', 'Costs'],
      ['', 'Total amounts included on the Consolidated Statements of Income'],
      ['Hedges', 'Options'],
      ['Hedges', 'Forwards'],
    ]);
  });

  it('takes the text in front of the first value for a label where the first column is empty', () => {
    const contents = table(
      [],
      [' |  | Page'],
      '(a) | Statements | ',
      ' | Balance sheet | 53',
      ' | Notes | 56',
    );
    expect(contents.rows.map(({ label }) => label).slice(-2)).toEqual(['Balance sheet', 'Notes']);
  });

  it('knows which values a unit excepts', () => {
    const shares = '(in millions, except number of shares, which are reflected in thousands)';
    expect(seen(table([shares], [' | Number of Shares | Cost'], 'Bought | 42,910 | 12'))).toEqual([
      'Bought @ Number of Shares = 42,910 (42910 thousands)',
      'Bought @ Cost = 12 (12 millions)',
    ]);
    const prices = '(in millions, except per share amounts)';
    const heads = [' | Shares | Weighted-Average Grant-Date Fair Value'];
    expect(seen(table([prices], heads, 'Vested | 213 | 87.53'))).toEqual([
      'Vested @ Shares = 213 (213 millions)',
      'Vested @ Weighted-Average Grant-Date Fair Value = 87.53 (87.53)',
    ]);
  });

  it.each([
    ['Signed TA (EURm)', 'millions EUR'],
    ['Sales (US$ bn)', 'billions USD'],
    ['£ million', 'millions GBP'],
    ['RMB thousands', 'thousands CNY'],
    ["$000's", 'thousands USD'],
    ['in mhl or € million', 'millions'],
  ])('knows the scale and the currency of a head: %s', (head, unit) => {
    expect(table([], [`Country | ${head}`], 'Egypt | 6.60').rows[0]?.cells[0]?.unit).toBe(unit);
  });

  it('takes a currency from the end of a label, not from an amount in it', () => {
    const [debt, sales] = table(
      ['(in millions)'],
      [' | 2023'],
      'Note (€500 million) | 530',
      'Sales (€) | 7',
    ).rows;
    expect(debt?.cells[0]?.unit).toBe('millions');
    expect(sales?.cells[0]?.unit).toBe('millions EUR');
  });

  it('takes one text among rows of values for the title of the rows below it, and keeps the heads', () => {
    const enrollment = table(
      [],
      ['Source | 2009–10 | 2010–11'],
      'Actual | 49,373 | 49,484',
      ' | Projected enrollment | ',
      'Made in 2010 | 50,067 | 50,353',
    );
    expect(seen(enrollment).at(-1)).toBe('Projected enrollment > Made in 2010 @ 2010–11 = 50,353 (50353)');
  });

  it('keeps a percent sign that is the head of a column of its own', () => {
    const [first] = table([], ["Loan type | $000's | %"], 'Mortgages | 4,151 | 25.0').rows;
    expect(first?.cells.map(({ head }) => head)).toEqual(["$000's", '%']);
  });
});
