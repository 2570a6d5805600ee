import { aTurn } from '@quarry/engine/testing';
import type { Assessment } from '@quarry/turn';
import { assess, unreadable } from './assessment';

const judged = (by: string, groups: Partial<Assessment> = {}): Assessment => ({
  pass: 1,
  by,
  complete: false,
  answered: [],
  missing: [],
  contradictions: [],
  followUps: [],
  ...groups,
});
const raised = (assessments: readonly Assessment[], last: Assessment) =>
  assess(aTurn({ assessments }), last).patch?.needs?.map(({ text }) => text);

describe('an assessment of the evidence', () => {
  it('raises each follow-up query of an incomplete one once', () => {
    const followUps = ['a query', 'another', 'A query?', 'a third'];
    expect(raised([], judged('completeness', { followUps }))).toEqual(['a query', 'another', 'a third']);
  });

  it('raises what is missing, in words, if it has no queries', () => {
    expect(raised([], judged('completeness', { missing: ['the limits'] }))).toEqual(['the limits']);
  });

  it('raises nothing if it is complete', () => {
    expect(raised([], judged('critique', { complete: true, followUps: ['x y'] }))).toBeUndefined();
  });

  it('leaves the queries of the gap analysis to the critique, which adopts them (004)', () => {
    const gaps = judged('gaps', { missing: ['the date'], followUps: ['date of return'] });
    expect(raised([], gaps)).toBeUndefined();
    expect(raised([gaps], judged('critique', { followUps: ['return to Earth'] }))).toEqual([
      'date of return',
      'return to Earth',
    ]);
    expect(raised([gaps], judged('critique', { complete: true }))).toBeUndefined();
  });

  it('omits what an earlier pass requested', () => {
    const former = judged('gaps', { followUps: ['of pass one'] });
    expect(raised([former], judged('critique', { pass: 2, followUps: ['of pass two'] }))).toEqual([
      'of pass two',
    ]);
  });

  describe('that is unreadable', () => {
    it('is not complete, and adds no search', () => {
      expect(assess(aTurn(), unreadable('completeness', 1)).patch).toMatchObject({
        assessments: [{ by: 'completeness', complete: false }],
        needs: [],
      });
    });

    it('does not prevent the queries of the gap analysis', () => {
      const gaps = judged('gaps', { followUps: ['date of return'] });
      expect(raised([gaps], unreadable('critique', 1))).toEqual(['date of return']);
    });

    it('is never a search query itself', () => {
      expect(raised([unreadable('gaps', 1)], judged('critique'))).toEqual([]);
    });
  });
});
