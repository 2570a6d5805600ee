import { someEvidence } from '@quarry/engine/testing';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const item = someEvidence(1, {
  path: '3M_2022_10K.pdf',
  text: 'Net sales of the Consumer segment were $5,298 million in fiscal year 2022.',
  format: 'pdf',
  pages: [{ page: 35, box: null }],
});

describe('money and pages in sentences about documents', () => {
  it.each([
    ['Consumer net sales were $5,298 million in fiscal year 2022 on page 35 [1].', 'supported'],
    ['Consumer net sales were $5,298 million in fiscal year 2022 on page 36 [1].', 'unsupported'],
    ['Consumer net sales were $35 million in fiscal year 2022 [1].', 'contradicted'],
  ])('%s is %s', (sentence, status) => {
    const [statement] = statementsOf(sentence);
    if (!statement) throw new Error('no statement');
    expect(verdictOf(statement, [sourceOf(item)]).status).toBe(status);
  });
});
