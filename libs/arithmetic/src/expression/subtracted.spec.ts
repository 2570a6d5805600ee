import { subtractedNegatives, withMagnitude } from './subtracted';

const inputs = [
  { text: 'cash', value: '7274' },
  { text: 'capex', value: '-349' },
  { text: 'capex_2022', value: '-408' },
];

it.each([
  ['cash - capex', ['capex']],
  ['(cash - capex_2022) / cash', ['capex_2022']],
  ['cash -capex', ['capex']],
  ['cash + capex', []],
  ['cash - abs(capex)', []],
  ['-capex + cash', []],
  ['cash * -capex', []],
  ['cash - cash', []],
])('%s subtracts %j', (expression, texts) => {
  expect(subtractedNegatives(expression, inputs)).toEqual(texts);
});

it('takes the magnitude where the input is subtracted, and nowhere else', () => {
  expect(withMagnitude('cash - capex + capex - capex_2022', 'capex')).toBe(
    'cash - abs(capex) + capex - capex_2022',
  );
});
