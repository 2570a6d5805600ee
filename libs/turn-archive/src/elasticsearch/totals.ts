import type { estypes } from '@elastic/elasticsearch';
import { defined, type Outcome } from '@quarry/turn';
import type { TurnHead } from '../archived-turn';
import { pipelineName } from '../head';
import type { TotalsRange, TurnTotals } from '../totals';

/** Groups per page. */
const PAGE = 1_000;

/** The fields of a head's document for totals. Names are stored in plain text here, because they are reported. */
export interface TotalledFields {
  readonly tenant_name?: string;
  readonly pipeline_name?: string;
  readonly rule_name?: string;
  readonly passes?: number;
  readonly needs?: number;
  readonly needs_resolved?: number;
  readonly model_calls?: number;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cost?: number;
  readonly ms?: number;
}

export const TOTALLED: Readonly<Record<keyof TotalledFields, estypes.MappingProperty>> = {
  tenant_name: { type: 'keyword' },
  pipeline_name: { type: 'keyword' },
  rule_name: { type: 'keyword' },
  passes: { type: 'integer' },
  needs: { type: 'integer' },
  needs_resolved: { type: 'integer' },
  model_calls: { type: 'integer' },
  input_tokens: { type: 'long' },
  output_tokens: { type: 'long' },
  cost: { type: 'double' },
  ms: { type: 'long' },
};

export function totalled(tenant: string, head: TurnHead): TotalledFields {
  return {
    tenant_name: tenant,
    pipeline_name: pipelineName(head.pipeline),
    ...(head.stopRule === null ? {} : { rule_name: head.stopRule }),
    passes: head.passes,
    needs: head.needs,
    needs_resolved: head.needsResolved,
    model_calls: head.modelCalls,
    input_tokens: head.inputTokens,
    output_tokens: head.outputTokens,
    ...(head.cost === null ? {} : { cost: head.cost }),
    ms: head.endedAt - head.askedAt,
  };
}

type Key = Readonly<Record<'tenant' | 'pipeline' | 'outcome' | 'rule' | 'passes', string | number | null>>;
type Sum = { readonly value: number | null };
type Bucket = Readonly<Record<(typeof SUMMED)[number] | 'priced', Sum>> & {
  readonly key: Key;
  readonly doc_count: number;
};

/** One page of groups. */
export interface TotalsPage {
  readonly buckets: readonly Bucket[];
  readonly after_key?: Key;
}

const SUMMED = [
  'needs',
  'needs_resolved',
  'model_calls',
  'input_tokens',
  'output_tokens',
  'cost',
  'ms',
] as const;

const term = (field: string, missing = false): estypes.AggregationsCompositeAggregationSource => ({
  terms: { field, ...(missing ? { missing_bucket: true } : {}) },
});

/** The request for the groups after `after`. */
export function totalsRequest({ since, until }: TotalsRange, after: Key | undefined): estypes.SearchRequest {
  const at = defined({ gte: since, lt: until });
  return {
    size: 0,
    query: { bool: { filter: [{ term: { kind: 'head' } }, { range: { at } }] } },
    aggs: {
      groups: {
        composite: {
          size: PAGE,
          sources: [
            { tenant: term('tenant_name') },
            { pipeline: term('pipeline_name') },
            { outcome: term('outcome') },
            { rule: term('rule_name', true) },
            { passes: term('passes') },
          ],
          ...defined({ after }),
        },
        aggs: {
          ...Object.fromEntries(SUMMED.map((field) => [field, { sum: { field } }])),
          priced: { value_count: { field: 'cost' } },
        },
      },
    },
  };
}

export function totalsOf({ key, doc_count: turns, ...sums }: Bucket): TurnTotals {
  const sum = (field: keyof typeof sums): number => sums[field].value ?? 0;
  return {
    tenant: String(key.tenant),
    pipeline: String(key.pipeline),
    outcome: key.outcome as Outcome,
    stopRule: key.rule === null ? null : String(key.rule),
    passes: Number(key.passes),
    turns,
    needs: sum('needs'),
    needsResolved: sum('needs_resolved'),
    modelCalls: sum('model_calls'),
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cost: sum('cost'),
    priced: sum('priced'),
    ms: sum('ms'),
  };
}
