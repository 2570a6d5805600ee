import { sheetFile } from '../../testing/sheet-file';
import { answerRecords } from './answer-records';
import { recordTables } from './record-table';
import { ruleOf } from './rule-of';

const TIPS = recordTables(
  sheetFile('tips.csv', [
    'total_bill | tip | smoker | day | size',
    '10 | 1 | No | Sun | 2',
    '20 | 3 | Yes | Sun | 3',
    '30 | 2 | No | Sat | 2',
    '40 | 8 | Yes | Sat | 4',
    '50 | 4 | No | Fri | 2',
    '60 | 4 | No | Thur | 2',
  ]),
);
const COUNTRIES = recordTables(
  sheetFile('countries.csv', [
    'country | region | murders | joined | women | men | winpercent | area_share',
    'Aland | Europe | 5 | 2001-03-04 | 10 | 9 | 50.5 | 0.1',
    'Bland | Europe | 7 | 2001-05-06 | 8 | 9 | 40 | 0.2',
    'Cland | Asia | 11 | 2002-03-07 | 7 | 9 | 30 | 0.3',
    'Dland | Africa |  | 2003-07-08 | 12 | 9 | 20 | 0.4',
  ]),
);

/** The value, or the groups with their values, and the rule; why there is no answer. */
function ask(question: string, over = COUNTRIES): string {
  const found = answerRecords(question, over);
  if (found.kind === 'none') return `none: ${found.why}`;
  const groups = found.groups?.map(({ label, value }) => `${label} ${value}`).join(', ');
  return `${groups ?? found.value} – ${ruleOf(found)}`;
}

describe('an operation over the rows of a table', () => {
  it.each([
    ['average tip by day', 'Sat 5, Fri 4, Thur 4, Sun 2 – Mean of tip by day: 6 of 6 rows of tips.csv'],
    ['total tip per day for smokers', 'Sat 8, Sun 3 – Sum of tip by day with smoker = Yes: 2 of 6 rows'],
    [
      'How many rows are there in tips.csv for each day?',
      'Sun 2, Sat 2, Fri 1, Thur 1 – Count of rows by day',
    ],
    ['Which day has the highest average tip?', 'Sat 5 – Mean of tip by day, the largest: 6 of 6'],
    ['What was the average tip on Sundays?', '2 – Mean of tip with day = Sun'],
    ['What is the average bill of non smokers?', '37.5 – Mean of total_bill with smoker = No'],
    ['How many tips were given by smokers?', '11 – Sum of tip with smoker = Yes: 2 of 6'],
  ])('%s', (question, answer) => {
    expect(ask(question, TIPS)).toContain(answer);
  });

  it.each([
    ['Which region has the most countries?', 'Europe 2 – Count of rows by region, the largest'],
    ['Which region had the most murders?', 'Europe 12 – Sum of murders by region, the largest'],
    ['Which country has the second highest murders?', 'Bland 7 – 2nd largest murders: 4 of 4 rows'],
    ['top 2 countries by murders', 'Cland 11, Bland 7 – 2 largest murders'],
    ['the two lowest murders', 'Aland, Europe 5, Bland, Europe 7 – 2 smallest murders'],
    ['How many countries are not in Europe?', '2 – Count of rows with region is not Europe: 2 of 4'],
    ["How many countries aren't in Asia or Africa?", '2 – Count of rows with region is not Asia or Africa'],
    ['What percentage of countries are in Europe?', '50 % – Share of rows with region = Europe: 2 of 4 rows'],
    ['How many countries have more women than men?', '2 – Count of rows with women > men'],
    ['What is the win percent of Bland?', '40 – Value of winpercent with country = Bland'],
    ['How many countries joined in 2001?', '2 – Count of rows with joined = 2001'],
    ['How many countries joined in March?', '2 – Count of rows with month of joined = March'],
    ['In which year did the most countries join?', '2001 2 – Count of rows by year of joined, the largest'],
    ['What is the area share of Cland?', '0.3 – Value of area_share'],
  ])('%s', (question, answer) => {
    expect(ask(question)).toContain(answer);
  });

  it('takes the part of a share from behind its verb, and all rows from before', () => {
    expect(ask('What percentage of the Sunday rows in tips.csv are of smokers?', TIPS)).toContain(
      '50 % – Share of rows with smoker = Yes, of those with day = Sun: 1 of 2 rows',
    );
  });

  it.each([
    [
      'a label of several rows without sum or mean',
      'Which day had the largest tip?',
      'ask for the average or total',
    ],
    ['a noun that is nothing', 'Which region has the most employees?', 'it does not say what is counted'],
    ['a negation of nothing', 'How many countries did not have murders in 2001?', "'not' asks for"],
    [
      'values that are both meant and excluded',
      'How many countries are in Europe, not in Africa or Asia?',
      'excludes others',
    ],
    ['two groups', 'average tip by day and by smoker', 'it groups by several columns'],
  ])('is not answered for %s', (_what, question, why) => {
    expect(ask(question, question.includes('tip') ? TIPS : COUNTRIES)).toContain(why);
  });

  it('lists all that share the last place', () => {
    expect(ask('top 2 tips', TIPS)).toContain('8');
    expect(ask('top 2 tips', TIPS).match(/ 4(?=,| –)/g)).toHaveLength(2);
  });
});
