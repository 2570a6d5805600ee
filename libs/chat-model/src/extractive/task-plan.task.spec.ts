import { taskPlanReply } from './task-plan.task';
import { inputs } from './testing/evidence';
import { extraction } from './testing/filings';

function plan(question: string): unknown {
  return JSON.parse(taskPlanReply(inputs({ question, extraction: extraction() }), 1_000));
}

describe('the planner without a model', () => {
  it('plans the sections with matching titles, and no calculation unless requested', () => {
    expect(plan('What was the net revenue of Orchard in 2023?')).toMatchObject({
      fetch: [{ section: 'ORCHARD_2022_10K.pdf#statement-of-income' }, {}, {}, {}],
      compute: [],
    });
  });

  it('plans an expression over the items that it looks for', () => {
    expect(plan('Gross profit of Orchard as a percentage of net revenue in 2023?')).toMatchObject({
      compute: [{ label: 'share', expression: 'gross_profit_2023 / net_revenue_2023 * 100' }],
    });
  });

  it('plans every formula of a measure', () => {
    expect(plan('What was the gross margin of Orchard in FY2023?')).toMatchObject({
      compute: [
        { label: 'gross_margin', expression: 'gross_profit_2023 / revenue_2023 * 100' },
        { expression: '(revenue_2023 - abs(cost_of_sales_2023)) / revenue_2023 * 100' },
      ],
    });
  });
});
