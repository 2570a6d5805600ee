import type { TotalsRange } from '../totals';
import type { Query } from './query';

const SUMS = {
  needs: '$.needs',
  needsResolved: '$.needsResolved',
  modelCalls: '$.modelCalls',
  inputTokens: '$.inputTokens',
  outputTokens: '$.outputTokens',
  cost: '$.cost',
} as const;

/** Aggregates within the database, without reading heads; its columns are those of `TurnTotals`. */
export function totalsQuery({ since = 0, until = Number.MAX_SAFE_INTEGER }: TotalsRange): Query {
  const sums = Object.entries(SUMS).map(
    ([name, path]) => `coalesce(sum(json_extract(head, '${path}')), 0) AS "${name}"`,
  );
  return {
    statement: `SELECT tenant, pipeline, outcome, stop_rule AS "stopRule", json_extract(head, '$.passes') AS passes, count(*) AS turns,
        ${sums.join(', ')}, count(json_extract(head, '$.cost')) AS priced,
        sum(json_extract(head, '$.endedAt') - asked_at) AS ms
      FROM turn WHERE deleted = 0 AND asked_at >= ? AND asked_at < ? GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    values: [since, until],
  };
}
