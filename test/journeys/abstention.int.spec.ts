import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { aboutNothing } from '@quarry/evaluation';
import { startJourney, type Journey } from './journey';

const DATA = resolve(__dirname, '../../../shared/data');
const SET = join(DATA, 'multihop/hotpot100');
/** Questions of other subjects. */
const OTHERS = ['cranfield/queries.jsonl', 'cosqa/queries.dev.jsonl', 'scifact/queries.train.jsonl'];
const EACH = 15;

function questionsOf(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => String((JSON.parse(line) as { readonly text: unknown }).text));
}

/** Share of the questions that end `insufficient`, by one search with words alone. */
async function refused(journey: Journey, questions: readonly string[]): Promise<number> {
  let count = 0;
  for (const question of questions) {
    const { turn } = await journey.ask(question, { onePass: true });
    if (turn.end?.outcome === 'insufficient') count += 1;
  }
  return count / questions.length;
}

// See docs/adr/0013-answer-or-abstain.md; the sets' origins are in docs/benchmarks.md.
const there = existsSync(SET) && OTHERS.every((name) => existsSync(join(DATA, name)));
// Public data, in a folder next to the repository if it exists. Without it, there is nothing to ask.
(there ? describe : describe.skip)('abstention without a model (skipped where HotpotQA is not there)', () => {
  it('refuses questions about something else and about names of nothing, and few that the corpus answers', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quarry-abstention-'));
    copyFileSync(join(SET, 'corpus.jsonl'), join(root, 'corpus.jsonl'));
    const journey = await startJourney({ name: 'hotpot', root, remove: () => undefined });
    try {
      const own = questionsOf(join(SET, 'queries.jsonl')).slice(0, EACH);
      const strange = OTHERS.flatMap((name) => questionsOf(join(DATA, name)).slice(0, EACH / 3));
      const swapped = own.flatMap((question, at) => aboutNothing(question, at) ?? []);
      const shares = {
        own: await refused(journey, own),
        strange: await refused(journey, strange),
        swapped: await refused(journey, swapped),
      };
      process.stdout.write(`refused: ${JSON.stringify(shares)}\n`);
      expect(shares.own).toBeLessThanOrEqual(0.1);
      expect(shares.strange).toBeGreaterThanOrEqual(0.8);
      expect(shares.swapped).toBeGreaterThanOrEqual(0.9);
    } finally {
      await journey.close();
      rmSync(root, { recursive: true, force: true });
    }
  }, 240_000);
});
