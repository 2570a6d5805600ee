import type { Calculation, ClaimStatus, Finding } from '@quarry/turn';

/** Values found by an extraction: numbers [1] to [4]. */
export const FINDINGS: readonly Pick<Finding, 'label' | 'value' | 'unit' | 'context' | 'quote'>[] = [
  {
    label: 'consumer_segment_revenue_2022',
    value: 5298,
    unit: 'millions_usd',
    context: 'Consumer segment net sales for fiscal year 2022',
    quote: 'Consumer 5,298 5,856 (9.5) %',
  },
  {
    label: 'total_net_sales_2022',
    value: 34229,
    unit: 'USD millions',
    context: 'Net sales of the company, 2022',
  },
  {
    label: 'capital_expenditures_2022',
    value: '1,749',
    unit: 'millions_usd',
    context: 'Purchases of property, plant and equipment',
  },
  {
    label: 'capital_allocation_strategy',
    value: 'efficiency-focused',
    context: '3M describes its capital allocation as efficiency-focused',
  },
];

/** A share and a ratio: numbers [5] and [6]. */
export const CALCULATIONS: readonly Pick<Calculation, 'label' | 'expression' | 'inputs' | 'result'>[] = [
  {
    label: 'capital expenditures as a share of net sales in percent',
    expression: '[3] / [2] * 100',
    inputs: [
      { text: '[3]', value: '1749', n: 3 },
      { text: '[2]', value: '34229', n: 2 },
      { text: '100', value: '100' },
    ],
    result: '5.109702299219959683309474422273511',
  },
  {
    label: 'share of the consumer segment in net sales',
    expression: '[1] / [2]',
    inputs: [
      { text: '[1]', value: '5298', n: 1 },
      { text: '[2]', value: '34229', n: 2 },
    ],
    result: '0.1547810336264570978117969557977446',
  },
];

/** Sentences with the verdict of an attentive reader who only has these values. */
export const FINDING_PAIRS: readonly (readonly [status: ClaimStatus, sentence: string])[] = [
  ['supported', 'Consumer segment revenue was $5,298 million in 2022 [1].'],
  ['supported', 'Consumer segment net sales for fiscal year 2022 were $5,298 million [1].'],
  ['supported', 'Consumer segment revenue was about $5.3 billion in 2022 [1].'],
  ['supported', 'Consumer segment revenue was $5.3 billion in 2022 [1].'],
  ['supported', 'Consumer segment net sales for 2022: 5,298 (in millions) [1].'],
  ['supported', 'Total net sales were $34,229 million in 2022 [2].'],
  ['supported', 'Total net sales of 2022 were $34.2 billion [2].'],
  ['supported', 'Capital expenditures were $1,749 million in 2022 [3].'],
  ['supported', 'Capital expenditures were 5.1% of net sales [5].'],
  ['supported', 'Capital expenditures of $1,749 million are 5.11% of net sales of $34,229 million [5].'],
  ['supported', 'The share of the consumer segment in net sales is 15.5% [6].'],
  ['supported', 'The share of the consumer segment in net sales is 0.155 [6].'],
  ['contradicted', 'Consumer segment revenue was $5,398 million in 2022 [1].'],
  ['contradicted', 'Total net sales were $34,292 million in 2022 [2].'],
  ['contradicted', 'Consumer segment revenue was $5,298 billion in 2022 [1].'],
  ['contradicted', 'Consumer segment revenue was $5.4 billion in 2022 [1].'],
  ['unsupported', 'Consumer segment revenue was $5,298 million in 2021 [1].'],
  ['unsupported', 'Capital expenditures were 6.1% of net sales [5].'],
  ['unsupported', 'The share of the consumer segment in net sales is 15.6% [6].'],
];
