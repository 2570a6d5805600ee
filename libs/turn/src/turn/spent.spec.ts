import { costOf, type PaidCall } from './spent';

const call = (cost: number | null): PaidCall => ({
  step: 's',
  model: 'm',
  inputTokens: 1,
  outputTokens: 1,
  cost,
});

it.each([
  [[], 0],
  [[0.1, 0.2], 0.3],
  [[0.1, null, 0.2], null],
])('calls of %j cost %s together', (costs, together) => {
  expect(costOf(costs.map(call))).toBe(together);
});
