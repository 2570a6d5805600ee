import fc from 'fast-check';
import { SEED } from '../../../../test/sample';
import { Chains } from './chains';

const added = fc.array(fc.tuple(fc.oneof(fc.nat(3), fc.nat(5_000)), fc.nat(9)), { maxLength: 60 });

function listIn(chains: Chains, slot: number): readonly number[] {
  const list: number[] = [];
  for (let at = chains.begin(slot); at >= 0; at = chains.after(at)) list.push(chains.item(at));
  return list;
}

describe('Chains', () => {
  it('keep a list for each slot, in the order of its items', () => {
    fc.assert(
      fc.property(added, (items) => {
        const chains = new Chains();
        const lists = new Map<number, number[]>();
        for (const [slot, item] of items) {
          const list = lists.get(slot) ?? [];
          expect(chains.hasAmongFew(slot, item)).toBe(list.length < 8 && list.includes(item));
          lists.set(slot, [...list, item]);
          chains.add(slot, item);
        }
        for (const [slot, list] of lists) {
          expect(listIn(chains, slot)).toEqual(list);
          expect(chains.item(chains.end(slot))).toBe(list.at(-1));
        }
      }),
      { seed: SEED },
    );
  });

  it('have no items for a slot of which nothing is known', () => {
    const chains = new Chains();
    chains.add(2, 7);
    expect([0, 1, 3, 10_000].flatMap((slot) => [...listIn(chains, slot), chains.end(slot)])).toEqual([
      -1, -1, -1, -1,
    ]);
  });
});
