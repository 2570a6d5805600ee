import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { Neighborhood } from '@quarry/turn';
import fc from 'fast-check';
import { composeContext, extendContext } from './context-pack';

const LIMIT = 4_000;
const key = (n: number): string => `typescript:src/${n}.thing${n}|FUNCTION`;
const item = (n: number, more: object = {}) => someEvidence(n, { nodeKey: key(n), ...more });
const calls = (...pairs: readonly (readonly [number, number])[]): Neighborhood => ({
  ...aTurn({}).graph,
  edges: pairs.map(([from, to]) => ({ from: key(from), to: key(to), kind: 'CALLS' })),
});

describe('extendContext', () => {
  it('keeps the beginning, and adds the evidence and the relations that are new', () => {
    const first = composeContext([item(1), item(2)], calls([1, 2]), LIMIT);
    const next = extendContext(first, [item(1), item(2), item(3)], calls([1, 2], [3, 1]), LIMIT);
    expect(next?.text.startsWith(`${first.text}\n\n[3] src/3.ts:1-3`)).toBe(true);
    const added = next?.text.slice(first.text.length) ?? '';
    expect(added).toContain(
      `More relations, with path:line of the reference; without a path, in the file of the name above:\n${key(1)} in src/1.ts\n  called by: src/3.ts: thing3`,
    );
    expect(added).not.toContain('thing2');
    expect(next?.items).toEqual([1, 2, 3]);
    expect(next?.relations?.shown).toHaveLength(2);
  });

  it('adds nothing where nothing is new', () => {
    const first = composeContext([item(1), item(2)], calls([1, 2]), LIMIT);
    expect(extendContext(first, [item(1), item(2)], calls([1, 2]), LIMIT)).toEqual(first);
  });

  it.each([
    ['was condensed', { condensed: true }, [item(1), item(2)]],
    ['was over the limit', { text: '' }, [item(1), item(2)]],
    ['lacks earlier evidence', { items: [2] }, [item(1), item(2)]],
    ['has evidence that is left out now', {}, [item(2)]],
    ['has another text of the same evidence', {}, [item(1, { text: 'other' }), item(2)]],
  ])('begins again where the context before %s', (_what, change, evidence) => {
    const first = composeContext([item(1), item(2)], calls(), LIMIT);
    expect(extendContext({ ...first, ...change }, evidence, calls(), LIMIT)).toBeNull();
  });

  it('says as much as a context that is composed at once, each relation once', () => {
    const edges = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), {
      selector: String,
    });
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 5 }), (pairs, cut) => {
        const all = [1, 2, 3, 4, 5, 6].map((n) => item(n));
        const early = pairs.filter(([from, to]) => from <= cut && to <= cut);
        const first = composeContext(all.slice(0, cut), calls(...early), LIMIT);
        const next = extendContext(first, all, calls(...pairs), LIMIT);
        const whole = composeContext(all, calls(...pairs), LIMIT);
        expect(next?.items).toEqual(whole.items);
        expect(next?.relations?.shown.toSorted()).toEqual(whole.relations?.shown.toSorted());
      }),
    );
  });
});
