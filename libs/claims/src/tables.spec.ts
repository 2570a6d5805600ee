import { someEvidence } from '@quarry/engine/testing';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const TABLE = [
  'Contoso Inc. (in millions, except per share amounts)',
  '',
  ' | Years Ended September 30, | | ',
  ' | 2019 | 2018 | 2017',
  'Fixed Price | $ 1,452.4 | $ 1,146.2 | $ 1,036.9',
  'Other | 44.1 | 56.7 | 70.8',
  'Total sales | $1,496.5 | $1,202.9 | $1,107.7',
  'Write-offs(1) | (12.5) | (9.1) | 3.0',
  'Operating margin | 12.1% | 11.0% | 9.8%',
].join('\n');

function verdict(sentence: string, text = TABLE) {
  const [statement] = statementsOf(sentence);
  if (!statement) throw new Error('no statement');
  const { status, why } = verdictOf(statement, [sourceOf(someEvidence(1, { path: 'contoso.pdf', text }))]);
  return { status, why };
}

describe('figures of a table', () => {
  it.each([
    // its cell
    [
      'Total sales were $1,496.5 million in 2019 [1].',
      'supported',
      "[1] has $1,496.5 for 'Total sales' in 2019",
    ],
    [
      'In 2018, total sales amounted to $1.2 billion [1].',
      'supported',
      "[1] has $1,202.9 for 'Total sales' in 2018",
    ],
    [
      'The operating margin was 11.0% in 2018 [1].',
      'supported',
      "[1] has 11.0% for 'Operating margin' in 2018",
    ],
    [
      'Write-offs were -$12.5 million in 2019 [1].',
      'supported',
      "[1] has (12.5) for 'Write-offs(1)' in 2019",
    ],
    // another column, row, scale, sign, year
    [
      'Total sales were $1,202.9 million in 2019 [1].',
      'contradicted',
      "[1] has $1,496.5 for 'Total sales' in 2019 instead of '$1,202.9 million'",
    ],
    [
      'Fixed price was $1,496.5 million in 2019 [1].',
      'contradicted',
      "[1] has $ 1,452.4 for 'Fixed Price' in 2019 instead of '$1,496.5 million'",
    ],
    [
      'Total sales were $1,496.5 billion in 2019 [1].',
      'contradicted',
      "[1] has $1,496.5 for 'Total sales' in 2019 instead of '$1,496.5 billion'",
    ],
    [
      'Write-offs were $12.5 million in 2019 [1].',
      'inferred',
      "[1] has (12.5) for 'Write-offs(1)', but it is negative",
    ],
    ['Total sales were $1,496.5 million in 2016 [1].', 'unsupported', '[1] has no column of 2016'],
    // what was not checked is said
    [
      'Total sales were $1,496.5 million [1].',
      'inferred',
      "[1] has $1,496.5 for 'Total sales', but the sentence names no column",
    ],
    [
      'Total sales were 1,496.5 in 2019 [1].',
      'inferred',
      "[1] has $1,496.5 for 'Total sales', but it counts in millions USD",
    ],
    [
      'Total sales of laptops were $1,496.5 million in 2019 [1].',
      'inferred',
      "[1] has $1,496.5 for 'Total sales', but the sentence has words that the table lacks",
    ],
    // computed again
    [
      'Total sales increased by 24.4% from 2018 to 2019 [1].',
      'supported',
      "computed from [1], 'Total sales': (1496.5 - 1202.9) / 1202.9 * 100 = 24.41",
    ],
    [
      'Total sales increased by 31.2% from 2018 to 2019 [1].',
      'contradicted',
      "computed from [1], 'Total sales': (1496.5 - 1202.9) / 1202.9 * 100 = 24.41",
    ],
    [
      'Total sales decreased by 24.4% from 2018 to 2019 [1].',
      'contradicted',
      "computed from [1], 'Total sales': (1496.5 - 1202.9) / 1202.9 * 100 = 24.41",
    ],
    [
      'Total sales increased by $293.6 million from 2018 to 2019 [1].',
      'supported',
      "computed from [1], 'Total sales': 1496.5 - 1202.9 = 293.6",
    ],
    [
      'Other was 2.9% of total sales in 2019 [1].',
      'supported',
      "computed from [1], 'Total sales' and 'Other': 44.1 / 1496.5 * 100 = 2.947",
    ],
    [
      'Other was 4.2% of total sales in 2019 [1].',
      'contradicted',
      "computed from [1], 'Total sales' and 'Other': 44.1 / 1496.5 * 100 = 2.947",
    ],
  ])('%s', (sentence, status, why) => {
    expect(verdict(sentence)).toEqual({ status, why });
  });

  it('are read with tabs and with scales in the head as well', () => {
    const tabs = "\t2019\t2018\n\tUS$'000\tUS$'000\nFinance costs\t244\t572";
    expect(verdict('Finance costs were $244 thousand in 2019 [1].', tabs).status).toBe('supported');
    expect(verdict('Finance costs were $244 million in 2019 [1].', tabs).status).toBe('contradicted');
  });
});

const STATEMENTS = [
  'CONSOLIDATED STATEMENTS OF OPERATIONS',
  '(in millions, except per share data)',
  ' | Year Ended December 31, |  | ',
  ' | 2021 | 2022 | 2023',
  'Net product sales | $241,787 | $242,901 | $255,887',
  'Net service sales | 228,035 | 271,082 | 318,898',
  'Total net sales | 469,822 | 513,983 | 574,785',
  'Purchases of property and equipment | (61,053) | (63,645) | (52,729)',
].join('\n');
const SEGMENTS = [
  'Information on segments (in millions):',
  ' | 2022 | 2023',
  'North America | | ',
  'Net sales | $315,880 | $352,828',
  'International | | ',
  'Net sales | $118,007 | $131,200',
].join('\n');

describe('a row under another name', () => {
  it.each([
    ["Contoso's net sales were $574,785 million in 2023 [1].", 'supported'],
    ['Revenue was $574.8 billion in 2023 [1].', 'supported'],
    ['Net product sales were $255,887 million in 2023 [1].', 'supported'],
    ['Net sales were $513,983 million in 2023 [1].', 'contradicted'],
    ['Net sales of books were $574,785 million in 2023 [1].', 'inferred'],
    ['Product sales were $574,785 million in 2023 [1].', 'inferred'],
  ])('%s: %s', (sentence, status) => {
    expect(verdict(sentence, STATEMENTS).status).toBe(status);
  });

  it('of several rows of one name, another one that has the figure does not contradict it', () => {
    expect(verdict('Net sales were $131,200 million in 2023 [1].', SEGMENTS)).toEqual({
      status: 'inferred',
      why: "[1] has it for 'Net sales', but which of the rows of that name is meant was not compared",
    });
    expect(verdict('Net sales were $131,201 million in 2023 [1].', SEGMENTS).status).toBe('contradicted');
  });
});
