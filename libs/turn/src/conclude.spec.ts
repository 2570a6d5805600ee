import { conclude } from './conclude';
import { openTurn, type Turn } from './turn';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's',
  pipeline: 'code@1',
  question: 'q',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const citation = { n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 };
const missed = [{ id: 'need-1', pass: 1, text: 'x', status: 'missed' as const, resolvedBy: [] }];
const judged = (complete: boolean) => ({
  pass: 1,
  by: 'critique',
  complete,
  answered: [],
  missing: complete ? [] : ['y'],
  contradictions: [],
  followUps: [],
});
const answered: Turn = {
  ...opened,
  answer: { english: 'a [1]', text: 'a [1]', citations: [citation], removedCitations: [], writtenBy: 'm' },
};

describe('conclude', () => {
  it.each<[string, Turn, string]>([
    ['a cited answer', answered, 'answered'],
    ['no answer', opened, 'insufficient'],
    [
      'an answer without citations',
      { ...answered, answer: answered.answer && { ...answered.answer, citations: [] } },
      'insufficient',
    ],
    ['a plan without retrieval', { ...opened, plan: { mode: 'direct', queries: [] } }, 'direct'],
    [
      'a plan without retrieval whose model gave no answer',
      { ...opened, plan: { mode: 'direct', queries: [] }, stop: { rule: 'malformed', reason: 'r' } },
      'insufficient',
    ],
    ['a stopped loop', { ...answered, stop: { rule: 'stuck', reason: 'r' } }, 'partial'],
    ['a loop stopped by time', { ...answered, stop: { rule: 'deadline', reason: 'r' } }, 'budget'],
    ['a loop stopped by tokens', { ...opened, stop: { rule: 'token_budget', reason: 'r' } }, 'budget'],
    ['evidence judged incomplete', { ...answered, assessments: [judged(true), judged(false)] }, 'partial'],
    [
      'evidence judged complete, though one of its queries brought nothing',
      { ...answered, needs: missed, assessments: [judged(false), judged(true)] },
      'answered',
    ],
    [
      'an answer whose writer calls the evidence insufficient',
      {
        ...answered,
        answer: answered.answer && { ...answered.answer, insufficient: 'no date' },
        assessments: [judged(true)],
      },
      'partial',
    ],
    ['something not found', { ...answered, needs: missed }, 'partial'],
    [
      'a call of an agent that found nothing, and the answer after it',
      {
        ...answered,
        needs: missed.map((need) => ({ ...need, call: { tool: 'lookup', id: 'c1', arguments: {} } })),
      },
      'answered',
    ],
  ])('%s ends %3$s', (_name, turn, outcome) => {
    expect(conclude(turn).outcome).toBe(outcome);
    expect(conclude(turn).reason).not.toBe('');
  });

  it.each<[string, Turn, string]>([
    [
      'says what is missing',
      { ...answered, assessments: [judged(false)] },
      'the evidence was judged incomplete: y',
    ],
    [
      'says no more where nothing is named',
      { ...answered, assessments: [{ ...judged(false), missing: [] }] },
      'the evidence was judged incomplete',
    ],
    ['counts what was not found', { ...answered, needs: missed }, '1 requested item was not found'],
    [
      'counts all of what was not found',
      { ...answered, needs: [...missed, ...missed] },
      '2 requested items were not found',
    ],
  ])('%s', (_what, turn, reason) => {
    expect(conclude(turn).reason).toBe(reason);
  });
});
