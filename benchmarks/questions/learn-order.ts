import { codeFeatures, DEFAULT_FUSION, searchHybrid } from '@quarry/search-index';
import { openStoresToRead, readConfig, SnapshotResolver } from '@quarry/platform';
import { PipelineSettings } from '@quarry/pipeline';
import type { JudgedCandidates } from '../reranker/candidates.ts';
import { fitWeights, scoreOf } from '../reranker/fit.ts';
import type { CodeBase } from './question-set.ts';

/** The candidates that are put in order, as in `orderCode`. */
const READ = 20;
const FIRST = [1, 3, 5, 8] as const;

const hybrid = { ...DEFAULT_FUSION, codeOrder: false };

/** The first hits of each question about behaviour, with their features. */
export async function candidatesOf(
  { questions }: CodeBase,
  dataDir: string,
): Promise<readonly JudgedCandidates[]> {
  const config = readConfig({ dataDir, logLevel: 'silent' }, {});
  const stores = await openStoresToRead(config);
  try {
    const ref = await new SnapshotResolver(dataDir).resolve(new PipelineSettings());
    const judged: JudgedCandidates[] = [];
    for (const { kind, question, gold = [] } of questions) {
      if (kind !== 'behaviour') continue;
      const [vector = null] = (await stores.embedder?.embed([question], { as: 'query' })) ?? [];
      const query = { text: question, vector, k: 50 };
      const [hits = []] = await searchHybrid(stores.searchIndex, ref, [query], hybrid);
      const read = hits.slice(0, READ).map(({ chunk }) => chunk);
      const features = codeFeatures(question, read);
      const answers = read.filter(({ path, startLine, endLine }) =>
        gold.some(
          ({ path: at, lines: [first, last] }) => at === path && startLine <= first && endLine >= last,
        ),
      );
      judged.push({
        gold: answers.map(({ id }) => ({ document: id, grade: 1 })),
        candidates: read.map(({ id }, at) => ({
          document: id,
          features: Object.values(features[at] ?? {}),
        })),
      });
    }
    return judged;
  } finally {
    await stores.close();
  }
}

/** Prints the places of the answers, with the weights for each code base learnt on the others, and the weights of all. */
export function reportOrder(bases: ReadonlyMap<string, readonly JudgedCandidates[]>): void {
  const all = [...bases.values()].flat();
  const names = Object.keys(codeFeatures('', [{ path: '', text: '', language: '' }])[0] ?? {});
  const learnt = [...bases].flatMap(([base, questions]) => {
    const others = [...bases].filter(([name]) => name !== base).map(([, of]) => of);
    const weights = fitWeights(others, names.length);
    return questions.map((question) => placeIn(question, weights));
  });
  const rows = [
    ['search', all.map((question) => placeIn(question, null))],
    ['learnt on the others', learnt],
  ] as const;
  console.log(`| order | n | ${FIRST.map((first) => `first ${first}`).join(' | ')} | MRR |`);
  console.log(`| --- | --: |${FIRST.map(() => ' --: |').join('')} --: |`);
  for (const [order, places] of rows) {
    const counts = FIRST.map((first) => places.filter((place) => place < first).length);
    const mrr = places.reduce((sum, place) => sum + 1 / (1 + place), 0) / places.length;
    console.log(`| ${order} | ${places.length} | ${counts.join(' | ')} | ${mrr.toFixed(3)} |`);
  }
  const weights = fitWeights([...bases.values()], names.length);
  console.log(names.map((name, at) => `${name}: ${(weights[at] ?? 0).toFixed(2)}`).join(', '));
}

/** Index of the first answer; infinite if none was found. */
function placeIn({ gold, candidates }: JudgedCandidates, weights: readonly number[] | null): number {
  const good = new Set(gold.map(({ document }) => document));
  const order = weights
    ? candidates.toSorted((a, b) => scoreOf(b.features, weights) - scoreOf(a.features, weights))
    : candidates;
  const place = order.findIndex(({ document }) => good.has(document));
  return place < 0 ? Infinity : place;
}
