import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT, Workplace } from '../cli/quarry';

// 1,890 passages are embedded first, which takes as long as it takes.
jest.setTimeout(600_000);

/**
 * MuSiQue, 100 questions with their gold decomposition: public data, in a folder next to the repository if it exists.
 */
const SET = join(ROOT, '../shared/data/multihop/musique100');
const MODELS = join(homedir(), '.cache/quarry/models');
const missing = [
  ...(existsSync(SET) ? [] : ['the set musique100 is not next to the repository']),
  ...(existsSync(MODELS) ? [] : ['the embedding model is not there (quarry setup)']),
];

interface Metric {
  readonly mean: number;
  readonly interval: readonly [number, number];
}

interface Result {
  readonly summaries: readonly {
    readonly failed: number;
    readonly metrics: Readonly<Record<'pass1.recall' | 'recall' | 'all' | 'gain', Metric>>;
  }[];
}

/** The gain that Quarry exists for; the whole table is in docs/benchmarks.md. Floors lie some way below what was measured. */
describe('several passes against one query with as many passages', () => {
  if (missing.length > 0) {
    it.skip(missing.join('; '), () => undefined);
    return;
  }
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  it.each([
    ['oracle', 0.7],
    ['offline', 0.55],
  ])('the %s responder: the gain is there', async (responder, all) => {
    const args = ['eval', SET, '--pipelines', 'cgrag', '--top-k', '5', '--limit', '50', '--json'];
    const ended = await at.run([...args, '--responder', responder], { env: { HOME: homedir() } });
    expect(ended.err).not.toContain('keyword search only');
    const [summary] = (JSON.parse(ended.out) as Result).summaries;
    if (!summary) throw new Error('no summary');
    expect(summary.failed).toBe(0);
    const { all: complete, recall, gain, 'pass1.recall': first } = summary.metrics;
    expect(complete.mean).toBeGreaterThanOrEqual(all);
    expect(recall.mean).toBeGreaterThan(first.mean + 0.1);
    // Not by chance: the interval of the paired differences to the best single query lies above nothing.
    expect(gain.interval[0]).toBeGreaterThan(0);
  });
});
