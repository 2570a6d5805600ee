import * as fc from 'fast-check';
import { presentTurn } from '@quarry/application/turns';
import { conclude, conclusionOf, type Turn } from '@quarry/turn';
import { anyTurn } from '@quarry/turn/testing';

/** The console is compiled for browsers, with other rules for imports: it is loaded rather than imported. */
const { outcomeOf } = jest.requireActual<{
  outcomeOf: (turn: Partial<ReturnType<typeof presentTurn>>) => {
    readonly word: string;
    readonly tone: string;
  };
}>('../apps/console/src/pages/ask/turn/outcome');

const ended = anyTurn.map((turn): Turn => (turn.end ? turn : { ...turn, end: conclude(turn) }));

/** The tone of the badge for each outcome: only what was answered is good. */
const TONES = {
  ...{ answered: 'good', direct: 'info', cancelled: 'plain', failed: 'bad' },
  ...{ partial: 'warn', insufficient: 'warn', budget: 'warn' },
} as const;

describe("the console's badge of any turn", () => {
  it('says what the conclusion says', () => {
    fc.assert(
      fc.property(ended, (turn) => {
        const { outcome, headline } = conclusionOf(turn);
        const { word, tone } = outcomeOf(presentTurn({ turn, v: 0, at: '', status: 'ended' }));
        expect(word).toBe(headline);
        expect(tone).toBe(TONES[outcome]);
      }),
      { numRuns: 300 },
    );
  });

  it('claims no end of a turn that runs', () => {
    expect(outcomeOf({ outcome: null })).toMatchObject({ word: 'Running', tone: 'info' });
  });
});
