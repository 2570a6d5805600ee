import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dotnetShop, ownCode, pythonPackage, type CodeBase } from './code-bases';
import { startJourney } from './journey';
import { QUESTIONS } from './questions';
import { scoreOf } from './score';

/** Least share of the gold places that answers cite: some way below what was measured, since Quarry's own code changes. */
const FLOOR = 0.7;
/** Most quotes of an answer. */
const MOST_QUOTES = 6;

const python = pythonPackage();
const CODE_BASES: readonly (
  | { readonly name: keyof typeof QUESTIONS; readonly code: () => CodeBase }
  | { readonly name: keyof typeof QUESTIONS; readonly unavailable: string }
)[] = [
  { name: 'quarry', code: ownCode },
  'unavailable' in python ? { name: 'requests', ...python } : { name: 'requests', code: () => python },
  { name: 'dotnet-shop', code: dotnetShop },
];

describe('answers without a model, on real code', () => {
  for (const given of CODE_BASES) {
    if ('unavailable' in given) {
      it.skip(`${given.name}: ${given.unavailable}`, () => undefined);
      continue;
    }
    it(`${given.name}: most of the places that a good engineer would cite are cited`, async () => {
      const code = given.code();
      const journey = await startJourney(code);
      const sum = { places: 0, first: 0, last: 0, whole: 0, passes: 0 };
      const questions = QUESTIONS[given.name];
      // A place that was moved would count as one that is never cited.
      for (const { path, holds } of questions.flatMap(({ gold }) => gold))
        expect({ path, holds: readFileSync(join(code.root, path), 'utf8').includes(holds) }).toEqual({
          path,
          holds: true,
        });
      try {
        for (const question of questions) {
          const once = await journey.ask(question.question, { onePass: true });
          const { turn } = await journey.ask(question.question);
          const cited = scoreOf(question, turn, journey);
          sum.places += question.gold.length;
          sum.first += scoreOf(question, once.turn, journey);
          sum.last += cited;
          sum.whole += cited === question.gold.length ? 1 : 0;
          sum.passes += turn.spent.loops + 1;
          expect(turn.answer?.citations.length ?? 0).toBeLessThanOrEqual(MOST_QUOTES);
        }
      } finally {
        await journey.close();
        code.remove();
      }
      process.stdout.write(
        `${given.name}: ${sum.last} of ${sum.places} places cited (${sum.first} after one pass), ` +
          `${sum.whole} of ${questions.length} questions in full, ${(sum.passes / questions.length).toFixed(1)} passes a question\n`,
      );
      expect(sum.last / sum.places).toBeGreaterThanOrEqual(FLOOR);
      // Another pass may not cost what the first one had.
      expect(sum.last).toBeGreaterThanOrEqual(sum.first);
    }, 180_000);
  }
});
