import { sheetFile } from '../../testing/sheet-file';
import { answerRecords } from './answer-records';
import { recordTables, type RecordTable } from './record-table';
import { ruleOf } from './rule-of';

const AIRPORTS = tables('airports.csv', [
  'iata | name | city | state | elevation_ft | opened',
  'ANC | Anchorage Intl | Anchorage | AK | 152 | 1951',
  'BET | Bethel | Bethel | AK | 126 | 1958',
  'IAH | Intercontinental | Houston | TX | 97 | 1969',
  'HOU | Hobby | Houston | TX | 46 | 1927',
  'SAF | Municipal | Santa Fe | NM | 6,348 | 1941',
  'Total | | | | 6,769 | ',
]);
const SAFETY = tables('airline-safety.csv', [
  'airline | fatal_accidents_85_99 | fatalities_85_99 | fatalities_00_14',
  'Aeroflot* | 14 | 128 | 88',
  'Aer Lingus | 0 | 0 | 0',
  'Air France | 4 | 79 | 337',
]);

function tables(path: string, lines: readonly string[]): readonly RecordTable[] {
  return recordTables(sheetFile(path, lines));
}

/** The value and the rule of the answer; why there is none. */
function ask(question: string, over: readonly RecordTable[] = AIRPORTS): string | null {
  const found = answerRecords(question, over);
  return found.kind === 'none' ? found.why : `${found.value} – ${ruleOf(found)}`;
}

describe('a question over the rows of a table', () => {
  it.each([
    [
      'How many airports are in Alaska?',
      '2 – Count of rows with state = AK: 2 of 5 rows (1 row of totals left out) of airports.csv',
    ],
    ['number of airports in Texas or New Mexico', '3 – Count of rows with state = TX or NM'],
    ['How many different states have airports?', '3 – Count of different values of state'],
    [
      'How many airports have an elevation of more than 100 feet?',
      '3 – Count of rows with elevation_ft > 100',
    ],
    [
      'How many airports opened between 1940 and 1960?',
      '3 – Count of rows with opened >= 1940 and opened <= 1960',
    ],
    ['What is the average elevation of airports in Alaska?', '139 – Mean of elevation_ft with state = AK'],
    ['total elevation of all airports', '6769 – Sum of elevation_ft: 5 of 5 rows (1 row of totals left out)'],
    ['What is the highest elevation?', '6348 – Largest elevation_ft: 5 of 5 rows'],
    ['What is the elevation of HOU?', '46 – Value of elevation_ft with iata = HOU'],
    ['Which city has the airport ANC?', 'Anchorage – Value of city with iata = ANC'],
  ])('%s', (question, answer) => {
    expect(ask(question)).toContain(answer);
  });

  it.each([
    [
      'How many fatalities did Aeroflot have between 1985 and 1999?',
      '128 – Value of fatalities_85_99 with airline = Aeroflot*',
    ],
    [
      'total number of fatalities of all airlines between 2000 and 2014',
      '425 – Sum of fatalities_00_14: 3 of 3 rows',
    ],
    ['Which airline had the most fatalities from 2000 to 2014?', '337 – Largest fatalities_00_14'],
    [
      'How many airlines had no fatal accidents from 1985 to 1999?',
      '1 – Count of rows with fatal_accidents_85_99 = 0',
    ],
  ])('takes the years of a head from anywhere: %s', (question, answer) => {
    expect(ask(question, SAFETY)).toContain(answer);
  });

  it.each([
    [
      'a word that names nothing',
      'How many employees are in Alaska?',
      "no table, column or value is called 'employees'",
    ],
    [
      'rows or values of a column',
      'How many states are in airports.csv?',
      "'how many state' may mean rows or values",
    ],
    [
      'a label of several rows',
      'Which state has the highest elevation?',
      "several rows have the same 'state'",
    ],
    ['several rows for one value', 'What is the elevation of Houston?', '2 rows have city = Houston'],
  ])('is not answered for %s', (_what, question, why) => {
    expect(ask(question)).toContain(why);
  });

  it('says what it would count without the word that names nothing', () => {
    expect(ask('How many employees are in Alaska?')).toContain('without it: Count of rows with state = AK');
    expect(ask('How many fields does airports.csv have in Alaska?')).toContain(
      '– Count of rows with state = AK',
    );
  });

  it('is not answered where two columns, or two tables, may be meant', () => {
    expect(ask('How many fatalities did Air France have?', SAFETY)).toContain(
      "name one of the columns 'fatal_accidents_85_99', 'fatalities_85_99', 'fatalities_00_14' in full",
    );
    const twice = [
      ...AIRPORTS,
      ...tables('old/airports.csv', ['iata | state', 'ANC | AK', 'HOU | TX', 'SAF | NM']),
    ];
    expect(ask('How many airports are in Alaska?', twice)).toContain('both answer it: name one');
  });

  it('leaves other questions alone', () => {
    for (const question of ['Why is Alaska an airport state?', 'How does the tax service work?', ''])
      expect(answerRecords(question, AIRPORTS)).toEqual({ kind: 'none', why: null });
  });

  it('takes a name of several words for the file, not for a column', () => {
    const songs = tables('fight-songs.csv', [
      'school | conference | fight',
      'A | Big Ten | Yes',
      'B | SEC | No',
    ]);
    expect(ask('How many fight songs are from the Big Ten conference?', songs)).toContain(
      '1 – Count of rows with',
    );
  });

  it('counts equal rows each, and no head that is repeated', () => {
    const rows = ['shop | sold', 'A | 1', 'A | 1', 'shop | sold', 'A | 2'];
    expect(ask('How many rows does sales.csv have?', tables('sales.csv', rows))).toContain('3 –');
    expect(ask('total sold in sales.csv', tables('sales.csv', rows))).toContain('4 –');
  });
});
