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
