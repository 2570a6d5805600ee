import type { Claim, ClaimStatus } from '@quarry/turn';
import { statementsOf } from './statements';
import { withoutDoubted } from './without-doubted';

const ANSWER = 'The rate is 7 %. It is set in `tax.ts` [1].\n\n- It was 5 % before.\n- It applies to books.';

function claims(answer: string, ...statuses: readonly ClaimStatus[]): Claim[] {
  return statementsOf(answer).map(({ text, cites }, at) => ({
    ...{ text, cites, status: statuses[at] ?? 'supported', by: 'code', why: '' },
  }));
}

describe('an earlier answer in the next prompt', () => {
  it('is as it was where every sentence holds, or where none was checked', () => {
    expect(withoutDoubted(ANSWER, claims(ANSWER, 'supported', 'inferred', 'unchecked'))).toBe(ANSWER);
    expect(withoutDoubted(ANSWER, [])).toBe(ANSWER);
    expect(withoutDoubted(ANSWER, undefined)).toBe(ANSWER);
  });

  it('lacks the sentences that are contradicted or unsupported, and says how many', () => {
    expect(withoutDoubted(ANSWER, claims(ANSWER, 'contradicted'))).toBe(
      'It is set in `tax.ts` [1].\n\n- It was 5 % before.\n- It applies to books.\n\n' +
        '(One sentence is left out, which the evidence does not support.)',
    );
    expect(withoutDoubted(ANSWER, claims(ANSWER, 'contradicted', 'supported', 'unsupported'))).toBe(
      'It is set in `tax.ts` [1].\n\n- It applies to books.\n\n' +
        '(2 sentences are left out, which the evidence does not support.)',
    );
  });

  it('lacks the items of a list whose announcement is left out', () => {
    const list = 'It stops.\n\nRejected are 7:\n\n- old tapes\n- new tapes';
    expect(withoutDoubted(list, claims(list, 'supported', 'unsupported', 'supported'))).toBe(
      'It stops.\n\n(3 sentences are left out, which the evidence does not support.)',
    );
  });

  it('lacks them too where the pipeline has marked them', () => {
    const marked = ANSWER.replace('7 %.', '7 % [contradicted].');
    expect(withoutDoubted(marked, claims(ANSWER, 'contradicted'))).not.toMatch(/7 %|contradicted/);
  });

  it('says that nothing of it holds', () => {
    expect(withoutDoubted('It is 7 %.', claims('It is 7 %.', 'unsupported'))).toBe(
      '(The evidence supports no sentence of this answer.)',
    );
  });
});
