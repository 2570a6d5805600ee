import { aContext, aTurn } from '@quarry/engine/testing';
import { NOTHING_SPENT, raiseNeeds, type Plan } from '@quarry/turn';
import { LoopGuardAction } from '../actions/loop-guard.action';

/** A turn whose last pass found evidence and requests more. */
function after(loops: number, complexity: Plan['complexity']) {
  const plan: Plan = { mode: 'hybrid', queries: ['q'], ...(complexity ? { complexity } : {}) };
  const item = {
    id: 'a',
    n: 1,
    pass: loops + 1,
    kind: 'chunk' as const,
    text: 'a text',
    path: 'a.md',
    startLine: 1,
    endLine: 1,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'q',
  };
  return aTurn({
    plan,
    evidence: [item],
    needs: raiseNeeds([], ['what else there is'], loops + 1),
    spent: { ...NOTHING_SPENT, loops },
  });
}
const guard = new LoopGuardAction(null);
const judge = (loops: number, complexity: Plan['complexity']) =>
  guard.run(after(loops, complexity), {}, aContext({ settings: { max_turn_loops: 5 } }));

describe('simple_question (002 §2)', () => {
  it('allows a simple question one follow-up pass, but not a second one', async () => {
    expect((await judge(0, 'simple')).outcome).toBe('again');
    expect(await judge(1, 'simple')).toMatchObject({
      outcome: 'stop',
      patch: { stop: { rule: 'simple_question' } },
    });
  });

  it.each(['complex', undefined] as const)('leaves %s questions to max_turn_loops', async (complexity) => {
    expect((await judge(4, complexity)).outcome).toBe('again');
    expect((await judge(5, complexity)).patch?.stop?.rule).toBe('max_turn_loops');
  });
});
