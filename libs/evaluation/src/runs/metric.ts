/** A measurement of a question. */
export interface Metric {
  readonly id: string;
  /** Title in tables. */
  readonly label: string;
  readonly unit: 'share' | 'number' | 'seconds' | 'ms';
  readonly better: 'higher' | 'lower';
  /** True for quality metrics, which a change must not worsen; false for time on a busy machine. */
  readonly gates: boolean;
}

/** Passes that are reported separately. Later passes count in the totals. */
export const PASSES_SHOWN = 9;

/** Ids of the ranking measures that are reported per pass. */
export const PASS_METRICS = ['recall', 'all', 'ndcg10', 'mrr10'] as const;

const PASS_LABELS = { recall: 'recall', all: 'all gold', ndcg10: 'nDCG@10', mrr10: 'MRR@10' } as const;

const good = (id: string, label: string): Metric => ({
  id,
  label,
  unit: 'share',
  better: 'higher',
  gates: true,
});
const bad = (id: string, label: string): Metric => ({
  id,
  label,
  unit: 'share',
  better: 'lower',
  gates: true,
});
const info = (
  id: string,
  label: string,
  unit: Metric['unit'] = 'number',
  better: Metric['better'] = 'lower',
): Metric => ({ id, label, unit, better, gates: false });

/** Every metric, in the order of tables. `docs/evaluation.md` defines each. */
export const METRICS: readonly Metric[] = [
  ...Array.from({ length: PASSES_SHOWN }, (_, at) =>
    PASS_METRICS.map((id) =>
      info(passMetric(at + 1, id), `pass ${at + 1}: ${PASS_LABELS[id]}`, 'share', 'higher'),
    ),
  ).flat(),
  good('recall5', 'recall@5'),
  good('recall10', 'recall@10'),
  good('recall100', 'recall@100'),
  good('recall', 'recall, all passes'),
  good('all', 'all gold, all passes'),
  good('ndcg10', 'nDCG@10'),
  good('mrr10', 'MRR@10'),
  info('documents', 'documents found', 'number', 'higher'),
  info('once.bm25', 'one query, as many: recall, bm25', 'share', 'higher'),
  info('once.dense', 'one query, as many: recall, dense', 'share', 'higher'),
  info('once.hybrid', 'one query, as many: recall, hybrid', 'share', 'higher'),
  info('gain', 'recall less that of the best one query', 'share', 'higher'),
  good('citationPrecision', 'citation precision'),
  good('citationRecall', 'citation recall'),
  good('correct', 'correct'),
  good('exact', 'exact match'),
  good('numeric', 'numeric match'),
  good('f1', 'F1'),
  info('held', 'answer held', 'share', 'higher'),
  good('judged', 'judged right'),
  good('abstained', 'unanswerable: abstained'),
  good('insufficient', 'unanswerable: insufficient'),
  bad('falselyAbstained', 'answerable: abstained'),
  bad('falselyInsufficient', 'answerable: insufficient'),
  bad('failed', 'failed'),
  good('traced', 'numbers traced'),
  good('goldPlaces', 'gold pages cited'),
  info('findings', 'findings', 'number', 'higher'),
  info('marked', 'findings not on their page'),
  info('failedSearches', 'failed searches'),
  info('passes', 'passes'),
  info('replies', 'replies of the responder'),
  info('promptTokens', 'input and output tokens'),
  info('modelCalls', 'model calls'),
  info('tokens', 'model tokens'),
  info('cost', 'cost'),
  info('seconds', 's', 'seconds'),
  info('ms', 'ms', 'ms'),
];

export function passMetric(pass: number, id: (typeof PASS_METRICS)[number]): string {
  return `pass${pass}.${id}`;
}
