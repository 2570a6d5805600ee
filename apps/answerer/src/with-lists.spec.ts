import { someEvidence } from '@quarry/engine/testing';
import type { Answer } from '@quarry/turn';
import { draftAnswer } from './answer';
import { withLists } from './with-lists';

const evidence = [someEvidence(1), someEvidence(2)];
const listed = { text: '1 caller of `load` [1]:\n\n- `main`', rest: 'why does it retry' };
const question = { original: 'Who calls load, and why does it retry?', isEnglish: true, english: null };

describe('the lists of the code graph before an answer', () => {
  const answer: Answer = {
    ...draftAnswer('It waits for the lock [2].', { model: 'm', extractive: false }, 1),
    citations: [{ n: 2, path: 'b', startLine: 1, endLine: 1, pass: 1 }],
  };

  it('come first, and are cited', () => {
    const { english, text, citations, insufficient } = withLists(answer, {
      question: { ...question, listed },
      evidence,
    });
    expect(english).toBe(
      '1 caller of `load` [1]:\n\n- `main`\n\nThe rest of the question, “why does it retry”:\n\nIt waits for the lock [2].',
    );
    expect(text).toBe(english);
    expect(citations.map(({ n }) => n)).toEqual([1, 2]);
    expect(insufficient).toBeUndefined();
  });

  it('make no answer to the rest that cites nothing', () => {
    const nothing = { ...answer, english: 'Nothing was found.', citations: [] };
    expect(withLists(nothing, { question: { ...question, listed }, evidence }).insufficient).toBe(
      'the rest of the question is not answered: why does it retry',
    );
  });

  it('leave any other answer as it is', () => {
    expect(withLists(answer, { question, evidence })).toBe(answer);
  });
});
