import { openTurn, type Turn } from '@quarry/turn';
import { expecting } from '../answers/expected';
import { measureTurn } from '../measures/measure-turn';
import type { MeasuredQuestion } from './eval-run';
import { turnValues, withGain, withPasses } from './turn-values';

type Values = MeasuredQuestion['values'];
const none: Values = {};

const OPENED = openTurn({
  id: 't',
  tenant: 'local',
  session: 's',
  pipeline: 'p@1',
  question: '?',
  isEnglish: true,
  askedAt: 0,
  deadline: 1,
});
const ended = (outcome: 'insufficient' | 'failed'): Turn => ({ ...OPENED, end: { outcome, reason: '' } });
const pass = (number: number, recall: number) => ({
  pass: number,
  documents: [],
  recall5: recall,
  recall10: recall,
  recall,
  ndcg10: recall,
  mrr10: recall,
  all: 0,
});

describe('values of a turn', () => {
  it('distinguish abstaining from unanswerable and from answerable questions', () => {
    const of = (unanswerable: boolean, outcome: 'insufficient' | 'failed', answerability?: string) =>
      turnValues(measureTurn(expecting({ unanswerable }), ended(outcome)), answerability);
    expect(of(true, 'insufficient')).toMatchObject({ abstained: 1, insufficient: 1, falselyAbstained: null });
    expect(of(false, 'insufficient')).toMatchObject({
      abstained: null,
      falselyAbstained: 1,
      falselyInsufficient: 1,
    });
    expect(of(true, 'failed')).toMatchObject({ abstained: 0, failed: 1 });
    // Neither is clearly correct.
    expect(of(false, 'insufficient', 'underspecified')).toMatchObject({
      abstained: null,
      falselyAbstained: null,
    });
    expect(of(false, 'insufficient', 'partial')).toMatchObject({ falselyAbstained: 1 });
  });

  it('keep the documents of a turn that stopped before the others', () => {
    const rows = [
      { id: 'a', values: none, afterPass: [pass(1, 0.5)] },
      { id: 'b', values: none, afterPass: [pass(2, 0.25), pass(3, 1)] },
      { id: 'c', values: none, afterPass: [] },
    ];
    const recalls = withPasses(rows).map(({ values }) =>
      [1, 2, 3, 4].map((at) => values[`pass${at}.recall`]),
    );
    expect(recalls).toEqual([
      [0.5, 0.5, 0.5, undefined],
      [0, 0.25, 1, undefined],
      [undefined, undefined, undefined, undefined],
    ]);
  });

  it('gain over the best single-query mode', () => {
    const row = (id: string, recall: number, bm25: number, dense: number) => ({
      id,
      values: { recall, 'once.bm25': bm25, 'once.dense': dense } as Values,
    });
    const rows = withGain([row('a', 1, 0.5, 0), row('b', 0.5, 0.5, 0.75)]);
    expect(rows.map(({ values }) => values['gain'])).toEqual([0.5, 0]);
    expect(withGain([{ id: 'a', values: { recall: 1 } }])).toEqual([{ id: 'a', values: { recall: 1 } }]);
  });
});
