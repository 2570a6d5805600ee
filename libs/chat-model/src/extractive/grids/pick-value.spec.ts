import { defined, type Evidence } from '@quarry/turn';
import { evidence } from '../testing/evidence';
import { gridsOf } from './grid';
import { namesAll, pickValue, rowWords } from './pick-value';

const sheet = (path: string, format: 'csv' | 'xlsx', text: string, tableHead?: string): Evidence => ({
  ...evidence(1, path, text),
  format,
  ...defined({ tableHead }),
});

const POWER = sheet(
  'iowa-electricity.csv',
  'csv',
  `year | source | net_generation
2004-01-01 | Renewables | 1963
2015-01-01 | Fossil Fuels | 32319
2016-01-01 | Fossil Fuels | 28437
2015-01-01 | Renewables | 19091
2016-01-01 | Renewables | 21241`,
);
const WEATHER = sheet(
  'seattle-weather.csv',
  'csv',
  `date | temp_max | temp_min | wind | weather
2012-01-01 | 12.8 | 5.0 | 4.7 | drizzle
2012-03-06 | 6.7 | -0.6 | 2.7 | snow`,
);
const TEAMS = sheet(
  'teams.csv',
  'csv',
  `team | wins | wins_home | record_min | record_min_year
Oklahoma | 3 | 1 | 8 | 1990
Oklahoma State | 5 | 2 | 9 | 1991`,
);
const ZONES = sheet(
  'half-year.xlsx',
  'xlsx',
  `In millions of CHF |  |  | January–June 2023
 | Sales (a) | Underlying Trading operating profit (b) | Trading operating profit
Zone EUR | 9467 | 1500 | 1400
Total | 46293 | 7904 | 7351
In millions of CHF |  |  | January–June 2022
 | Sales (a) | Underlying Trading operating profit (b) | Trading operating profit
Zone EUR | 9283 | 1450 | 1350
Total | 45580 | 7683 | 6684`,
);

const read = (question: string, ...all: readonly Evidence[]): string | null => {
  const { value } = pickValue(question, gridsOf(all));
  return value && `${value.row.label} / ${value.cell.head} = ${value.cell.text}`;
};

describe('the value that all selecting words of a question lead to', () => {
  it.each([
    ['What was the wind on 2012-03-06 in Seattle?', WEATHER, '2012-03-06 / wind = 2.7'],
    ['What was the wind on March 6, 2012?', WEATHER, '2012-03-06 / wind = 2.7'],
    ['weather on 6 March 2012', WEATHER, '2012-03-06 / weather = snow'],
    ['net generation from Renewables in Iowa in 2016', POWER, '2016-01-01 / net_generation = 21241'],
    ['net generation from Fossil Fuels in 2016', POWER, '2016-01-01 / net_generation = 28437'],
    ['net generation from Renewables in 2004', POWER, '2004-01-01 / net_generation = 1963'],
    ['How many wins did Oklahoma State have?', TEAMS, 'Oklahoma State / wins = 5'],
    ['wins of Oklahoma', TEAMS, 'Oklahoma / wins = 3'],
    ['record min year of Oklahoma', TEAMS, 'Oklahoma / record_min_year = 1990'],
    ['sales of Zone EUR in 2022', ZONES, 'Zone EUR / January–June 2022 Sales (a) = 9283'],
    ['sales of Zone EUR in the first half of 2023', ZONES, 'Zone EUR / January–June 2023 Sales (a) = 9467'],
    ['total sales in 2022', ZONES, 'Total / January–June 2022 Sales (a) = 45580'],
    [
      'trading operating profit of Zone EUR in 2022',
      ZONES,
      'Zone EUR / January–June 2022 Trading operating profit = 1350',
    ],
  ])('%s', (question, table, value) => {
    expect(read(question, table)).toBe(value);
  });

  it.each([
    ['another date', 'What was the wind on 2012-03-07 in Seattle?', WEATHER],
    ['another year', 'net generation from Renewables in 2017', POWER],
    ['another category', 'net generation from Solar in 2016', POWER],
    ['no category, where there are two', 'net generation in 2016', POWER],
    ['another column', 'humidity on 2012-03-06', WEATHER],
    ['two columns', 'temperature on 2012-03-06', WEATHER],
    ['a superlative', 'What was the highest wind in Seattle?', WEATHER],
    ['an average of rows', 'average wind in 2012', WEATHER],
    ['a period that is only that of the file', 'sales of Zone EUR in 2021', ZONES],
    ['a name that occurs nowhere', 'wins of Xanthippe', TEAMS],
  ])('gives none for %s', (_why, question, table) => {
    expect(read(question, table)).toBeNull();
    expect(pickValue(question, gridsOf([table])).why).not.toBe('');
  });

  it('reads rows of one table together, and sees that a key is not unique', () => {
    const head = 'state | year | jobs';
    const one = sheet('jobs.csv', 'csv', 'Texas | 2001 | 7', head);
    const other = sheet('jobs.csv', 'csv', 'Texas | 2002 | 8', head);
    expect(read('jobs in Texas', one, other)).toBeNull();
    expect(read('jobs in Texas in 2002', one, other)).toBe('Texas / jobs = 8');
  });

  it('names the words that only rows can have', () => {
    expect(rowWords('net generation from Renewables in Iowa in 2016', gridsOf([POWER]))).toEqual([
      'Renewables',
      '2016',
    ]);
  });

  it('does not accept a finding of another category or year', () => {
    const question = 'net generation from Renewables in 2016';
    expect(namesAll(question, 'Renewables, 2016-01-01, net_generation')).toBe(true);
    expect(namesAll(question, '2016-01-01, net_generation')).toBe(false);
    expect(namesAll(question, 'Renewables, 2015-01-01, net_generation')).toBe(false);
  });
});
