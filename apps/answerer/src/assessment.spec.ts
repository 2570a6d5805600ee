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

describe('a judgement of what was found', () => {
  it('raises every follow-up query of an incomplete one, each once', () => {
    const followUps = ['a query', 'another', 'A query?', 'a third'];
    expect(raised([], judged('completeness', { followUps }))).toEqual(['a query', 'another', 'a third']);
  });

  it('raises what is missing, in words, where it has no queries', () => {
    expect(raised([], judged('completeness', { missing: ['the limits'] }))).toEqual(['the limits']);
  });

  it('raises nothing where it is complete', () => {
    expect(raised([], judged('critique', { complete: true, followUps: ['x y'] }))).toBeUndefined();
  });

  it('lets the critique decide about the queries of the gap analysis, and takes them along (004)', () => {
    const gaps = judged('gaps', { missing: ['the date'], followUps: ['date of return'] });
    expect(raised([], gaps)).toBeUndefined();
    expect(raised([gaps], judged('critique', { followUps: ['return to Earth'] }))).toEqual([
      'date of return',
      'return to Earth',
    ]);
    expect(raised([gaps], judged('critique', { complete: true }))).toBeUndefined();
  });

  it('leaves out what an earlier pass asked for', () => {
    const former = judged('gaps', { followUps: ['of pass one'] });
    expect(raised([former], judged('critique', { pass: 2, followUps: ['of pass two'] }))).toEqual([
      'of pass two',
    ]);
  });

  describe('that could not be read', () => {
    it('is not complete, and searches for nothing of its own', () => {
      expect(assess(aTurn(), unreadable('completeness', 1)).patch).toMatchObject({
        assessments: [{ by: 'completeness', complete: false }],
        needs: [],
      });
    });

    it('does not keep the queries of the gap analysis from being searched for', () => {
      const gaps = judged('gaps', { followUps: ['date of return'] });
      expect(raised([gaps], unreadable('critique', 1))).toEqual(['date of return']);
    });

    it('is never searched for in its own words', () => {
      expect(raised([unreadable('gaps', 1)], judged('critique'))).toEqual([]);
    });
  });
});
