import * as fc from 'fast-check';
import colors from 'picocolors';
import { presentTurn } from '@quarry/application/turns';
import { Metrics } from '@quarry/ops';
import { conclude, conclusionOf, notFoundOf, type Turn } from '@quarry/turn';
import { anyTurn } from '@quarry/turn/testing';
import { EXIT } from '../exit-codes';
import { renderTurn } from '../render';
import { turnFromApi } from '../server/turn-from-api';
import { exitCodeOf } from './ask-answers';

const ended = anyTurn.map((turn): Turn => (turn.end ? turn : { ...turn, end: conclude(turn) }));
const present = (turn: Turn) => presentTurn({ turn, v: 0, at: '', status: 'ended' });
const show = (turn: Turn): string => renderTurn(turn, colors.createColors(false), null);

/** The label under which a turn is counted. */
async function countedAs(turn: Turn): Promise<unknown> {
  const metrics = new Metrics();
  metrics.turnEnded(turn);
  const { text } = await metrics.scrape();
  return [...text.matchAll(/^quarry_turns_total\{.*outcome="(\w+)".*\} 1$/gm)].map(([, outcome]) => outcome);
}

describe('the verdict on any turn', () => {
  it('is one: response, terminal, exit code and metrics say what the conclusion says', async () => {
    await fc.assert(
      fc.asyncProperty(ended, async (turn) => {
        const { outcome, reason, headline, confidence, code } = conclusionOf(turn);
        const told = present(turn);
        expect(told).toMatchObject({
          ...{ outcome, reason, headline },
          ...{ reasonCode: code ?? null, confidence: confidence.level, disclaimer: confidence.disclaimer },
        });
        expect(await countedAs(turn)).toEqual([outcome]);
        const exit = exitCodeOf([turn]);
        if (outcome === 'answered' || outcome === 'direct' || outcome === 'budget')
          expect(exit).toBe(EXIT.ok);
        if (outcome === 'insufficient') expect(exit).toBe(EXIT.insufficient);
        if (outcome === 'partial') expect(exit === EXIT.ok).toBe(confidence.level !== 'low');
        if (outcome === 'failed') expect(exit).toBe(EXIT.failed);
        if (outcome === 'cancelled') expect(exit).toBe(EXIT.interrupted);
        const lines = show(turn).split('\n');
        expect(lines.some((line) => line === headline || line.startsWith(`${headline}: `))).toBe(true);
        expect(lines.some((line) => line.startsWith(`${confidence.level} confidence`))).toBe(
          confidence.level !== 'high',
        );
        // A call was made or it was not.
        expect(show(turn).includes('no model asked')).toBe(turn.spent.modelCalls === 0);
        const why = `${reason} ${confidence.disclaimer}`;
        if (turn.spent.modelCalls > 0) expect(why).not.toMatch(/no language model has judged/i);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same to those who have the turn from a gateway', () => {
    fc.assert(
      fc.property(ended, (turn) => {
        const told = turnFromApi(present(turn));
        expect(conclusionOf(told)).toEqual(conclusionOf(turn));
        expect(exitCodeOf([told])).toBe(exitCodeOf([turn]));
        expect(show(told)).toBe(show(turn));
      }),
      { numRuns: 500 },
    );
  });

  it('tells each gap once, and names none in its reason', () => {
    fc.assert(
      fc.property(ended, (turn) => {
        const { reason, confidence } = conclusionOf(turn);
        const gaps = notFoundOf(turn);
        expect(new Set(gaps.map(({ text }) => text)).size).toBe(gaps.length);
        const sought = gaps.filter((gap) => gap.sought).length;
        const [, counted] = /^(\d+) of \d+ requested items? (?:was|were) not found$/.exec(reason) ?? [];
        if (counted !== undefined) expect(Number(counted)).toBeLessThanOrEqual(sought);
        for (const { text } of gaps)
          expect(`${reason}\n${confidence.disclaimer}`.split(/[\s,;:]+/)).not.toContain(text);
        expect(present(turn).notFound).toEqual(gaps);
      }),
      { numRuns: 500 },
    );
  });
});
