import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQrels } from '../data-set/qrels';
import { mean } from './bootstrap';
import { rankingMeasures, recallAt, relevantGrades } from './ranking';
import { trecLines } from './trec-run';

const FOLDER = join(__dirname, '../testing/trec-eval');

interface Values {
  readonly recall5: number;
  readonly recall10: number;
  readonly recall100: number;
  readonly ndcg10: number;
  /** `recip_rank`, which has no cut. */
  readonly rr: number;
}
/** Results of ir_measures. `make.py` in the same folder regenerates them. */
const EXPECTED = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as {
  readonly queries: Readonly<Record<string, Values>>;
  readonly means: Values;
};

/** Documents of each query in trec_eval's order: by falling score, ties by falling id. */
function readRun(text: string): ReadonlyMap<string, readonly string[]> {
  const run = new Map<string, { readonly document: string; readonly score: number }[]>();
  for (const line of text.trimEnd().split('\n')) {
    const [query = '', , document = '', , score] = line.split(' ');
    run.set(query, [...(run.get(query) ?? []), { document, score: Number(score) }]);
  }
  return new Map(
    [...run].map(([query, found]) => {
      const ranked = found.sort((a, b) => b.score - a.score || (a.document < b.document ? 1 : -1));
      return [query, ranked.map(({ document }) => document)];
    }),
  );
}

describe('measures of rankings, against trec_eval by way of ir_measures', () => {
  const run = readRun(readFileSync(join(FOLDER, 'run.txt'), 'utf8'));

  it('agree to 1e-6: with ties, grades, queries that were not run, and queries without a relevant document', async () => {
    const judged = await readQrels(join(FOLDER, 'qrels.txt'));
    expect(judged.size).toBe(Object.keys(EXPECTED.queries).length);
    const values = [...judged].map(([query, gold]): Values => {
      const found = run.get(query) ?? [];
      const { recall5, recall10, ndcg10, mrr10 } = rankingMeasures(gold, found);
      const wanted = EXPECTED.queries[query];
      const measured = { recall5, recall10, ndcg10, recall100: recallAt(relevantGrades(gold), found, 100) };
      for (const name of ['recall5', 'recall10', 'recall100', 'ndcg10'] as const)
        expect(Math.abs(measured[name] - (wanted?.[name] ?? NaN))).toBeLessThan(1e-6);
      const rr = wanted?.rr ?? NaN;
      expect(Math.abs(mrr10 - (rr < 0.1 ? 0 : rr))).toBeLessThan(1e-6);
      return { ...measured, rr };
    });
    for (const name of ['recall5', 'recall10', 'recall100', 'ndcg10', 'rr'] as const)
      expect(Math.abs(mean(values.map((value) => value[name])) - EXPECTED.means[name])).toBeLessThan(1e-6);
  });

  it('preserve the order of our own run files, for any names', () => {
    const ranked = ['b', 'a', 'c d', 'b'];
    expect(trecLines('q 1', ranked, 'hybrid')).toBe(
      'q%201 Q0 b 1 3 hybrid\nq%201 Q0 a 2 2 hybrid\nq%201 Q0 c%20d 3 1 hybrid\n',
    );
    expect(readRun(trecLines('q', ranked, 'x')).get('q')).toEqual(['b', 'a', 'c%20d']);
  });
});
