import type { Section } from '@quarry/turn';
import { fullNamesIn, namedDocuments } from './named-documents';

function root(path: string, title = path): Section {
  return {
    id: path,
    path,
    title,
    titles: [title],
    level: 0,
    parent: null,
    startLine: 1,
    endLine: 9,
    summary: '',
    characters: 900,
  };
}

const ROOTS = [
  root('3M_2022_10K.pdf'),
  root('BESTBUY_2024Q2_10Q.pdf'),
  root('reports/PEPSICO_2022_10K.pdf'),
  root('reports/PEPSICO_2023Q1_EARNINGS.pdf'),
  root('filing-7.pdf', 'Amcor plc'),
  root('src/adobe.ts', 'adobe.ts'),
];

describe('namedDocuments', () => {
  it.each([
    ["What was 3M's capex in FY2022?", ['3M_2022_10K.pdf']],
    ['How much goodwill does Best Buy have?', ['BESTBUY_2024Q2_10Q.pdf']],
    ['net sales of Amcor', ['filing-7.pdf']],
    [
      "What is Pepsi's gross margin?",
      ['reports/PEPSICO_2022_10K.pdf', 'reports/PEPSICO_2023Q1_EARNINGS.pdf'],
    ],
    ["What is PepsiCo's gross margin in Q1 2023?", ['reports/PEPSICO_2023Q1_EARNINGS.pdf']],
    ['Compare 3M and Amcor', ['3M_2022_10K.pdf', 'filing-7.pdf']],
    ['What did Adobe earn?', []],
    ['What was the revenue in 2022?', []],
    ['is it best to buy 3m of rope', []],
  ])('%s', (query, expected) => {
    expect(namedDocuments(query, ROOTS)).toEqual(expected);
  });

  it('is empty if the query names all documents', () => {
    expect(namedDocuments('Pepsi in 2022', ROOTS.slice(2, 4))).toEqual([]);
  });
});

it.each([
  ["How much did Google Cloud's revenue grow in 2023?", ['Google Cloud']],
  ['Which spent more, Lyft or Netflix?', ['Lyft', 'Netflix']],
  ['Who runs American Water Works Company today?', ['American Water Works', 'Company']],
  ['what is it', []],
])('fullNamesIn %s', (query, expected) => {
  expect(fullNamesIn(query)).toEqual(expected);
});
