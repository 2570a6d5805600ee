/** `npm run train:reranker -- --data DIR [--sets FOLDER] [--out FILE]`: see README.md. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { interval, mean, rankingMeasures } from '@quarry/evaluation';
import { readCandidates, type JudgedCandidates } from './candidates.ts';
import { FEATURES } from './features.ts';
import { fitWeights, scoreOf } from './fit.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(ROOT, '.quarry') },
    sets: { type: 'string', default: join(ROOT, '../shared/data') },
    out: { type: 'string' },
  },
});

/** The judged sets, with the measure of docs/benchmarks.md. */
const SETS = [
  { name: 'scifact', options: {}, measure: 'ndcg10' },
  { name: 'cranfield', options: {}, measure: 'ndcg10' },
  { name: 'cosqa', options: {}, measure: 'mrr10' },
  { name: 'musique100', folder: 'multihop/musique100', options: {}, measure: 'ndcg10' },
  { name: 'hotpot100', folder: 'multihop/hotpot100', options: {}, measure: 'ndcg10' },
  { name: 'mtrag', options: { split: 'human', queryField: 'rewrite' }, measure: 'ndcg10' },
  { name: 'tatqa', options: {}, measure: 'ndcg10' },
  { name: 'aptosdocs', options: {}, measure: 'ndcg10' },
] as const;
type Measure = (typeof SETS)[number]['measure'];

const read = new Map<string, readonly JudgedCandidates[]>();
for (const set of SETS) {
  const folder = join(resolve(values.sets), 'folder' in set ? set.folder : set.name);
  read.set(set.name, await readCandidates({ ...set, folder }, resolve(values.data)));
}

console.log('| set left out | hybrid, without phrases | learnt | difference [95 %] |');
console.log('| --- | --- | --- | --- |');
for (const { name, measure } of SETS) {
  const weights = fitWeights(halves(name), FEATURES.length);
  const rows = (read.get(name) ?? []).map((question) => ({
    before: measured(question, measure, null),
    after: measured(question, measure, weights),
  }));
  const differences = rows.map(({ before, after }) => after - before);
  const [low, high] = interval(differences);
  const means = [rows.map(({ before }) => before), rows.map(({ after }) => after), differences].map(mean);
  const [before, after, gain] = means.map((value) => value.toFixed(3));
  const sign = low > 0 || high < 0 ? ' *' : '';
  console.log(`| ${name} | ${before} | ${after} | ${gain} [${low.toFixed(3)}, ${high.toFixed(3)}]${sign} |`);
}
if (values.out !== undefined) {
  const weights = fitWeights(halves(null), FEATURES.length);
  const byName = Object.fromEntries(FEATURES.map(({ name }, at) => [name, weights[at]]));
  writeFileSync(
    values.out,
    `${JSON.stringify({ trainedOn: SETS.map(({ name }) => name), weights: byName }, null, 2)}\n`,
  );
}

/** Every other question of each set but one: the training halves. */
function halves(leftOut: string | null): readonly (readonly JudgedCandidates[])[] {
  return [...read]
    .filter(([name]) => name !== leftOut)
    .map(([, questions]) => questions.filter((_, at) => at % 2 === 0));
}

function measured(
  { gold, candidates }: JudgedCandidates,
  measure: Measure,
  weights: readonly number[] | null,
): number {
  const order = weights
    ? candidates.toSorted((a, b) => scoreOf(b.features, weights) - scoreOf(a.features, weights))
    : candidates;
  return rankingMeasures(gold, [...new Set(order.map(({ document }) => document))])[measure];
}
