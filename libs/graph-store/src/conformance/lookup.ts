import * as fc from 'fast-check';
import { ModelGraph } from '../testing/model';
import { anyName, anyNodes } from './arbitraries';
import { file, nodeOf, REF, type Check } from './suite';

/** The nodes that a name finds, and their order. */
export function lookingUp(check: Check): void {
  check('looks up names, best first', async ({ graph, find }) => {
    const names: readonly (readonly [string, string, string?])[] = [
      ['csharp:Shop.Invoice.total~(int)|METHOD', 'Shop.Invoice.total'],
      ['csharp:Shop.Invoice.total~(string)|METHOD', 'Shop.Invoice.total'],
      ['csharp:Shop.Order.total|METHOD', 'Shop.Order.total'],
      ['csharp:Shop.Order.Total|FIELD', 'Shop.Order.Total'],
      ['csharp:total|FUNCTION', 'total'],
      ['csharp:Shop.totals|METHOD', 'Shop.totals'],
      ['rust:shop::cart::add|FUNCTION', 'shop::cart::add'],
      ['src/cart/add.ts|FILE', 'src/cart/add.ts', 'add.ts'],
    ];
    const nodes = names.map(([key, qualifiedName, last]) => ({
      ...nodeOf(key),
      qualifiedName,
      name: last ?? qualifiedName.split(/[.:]+/).at(-1) ?? '',
    }));
    await graph.write(REF, { files: [{ path: 'all', digest: 'd', nodes, edges: [] }] });
    expect((await find('csharp:Shop.Order.total|METHOD'))[0]).toBe('csharp:Shop.Order.total|METHOD');
    expect(await find('Invoice.total')).toEqual([
      'csharp:Shop.Invoice.total~(int)|METHOD',
      'csharp:Shop.Invoice.total~(string)|METHOD',
    ]);
    expect(await find('total')).toEqual([
      'csharp:total|FUNCTION',
      'csharp:Shop.Order.total|METHOD',
      'csharp:Shop.Invoice.total~(int)|METHOD',
      'csharp:Shop.Invoice.total~(string)|METHOD',
      'csharp:Shop.Order.Total|FIELD',
      'csharp:Shop.totals|METHOD',
    ]);
    for (const way of ['cart::add', 'cart.add', 'cart#add', 'cart/add', '  cart/add ', 'CART::ADD'])
      expect([way, (await find(way))[0]]).toEqual([way, 'rust:shop::cart::add|FUNCTION']);
    expect((await find('cart/add.ts'))[0]).toBe('src/cart/add.ts|FILE');
    expect((await find('add.ts'))[0]).toBe('src/cart/add.ts|FILE');
    const [found = []] = await graph.lookup(REF, ['ota'], 10);
    expect(new Set(found.map((one) => one.match))).toEqual(new Set(['partial']));
    expect(found).toHaveLength(6);
    expect(await find('total', 2)).toHaveLength(2);
    expect(await find('total', 0)).toEqual([]);
  });

  check(
    'prefers definitions to references, and short names to long ones, within a rank',
    async ({ graph, find }) => {
      const nodes = [
        { ...nodeOf('1'), name: 'save', qualifiedName: 'a.save' },
        { ...nodeOf('2'), name: 'save', qualifiedName: 'a.long.save', text: 'here' },
        { ...nodeOf('3'), name: 'save', qualifiedName: 'b.c.save', text: 'here' },
      ];
      await graph.write(REF, { files: [{ path: 'all', digest: 'd', nodes, edges: [] }] });
      expect(await find('save')).toEqual(['3', '2', '1']);
    },
  );

  check('finds names in the order that the port defines, each once', async ({ graph }) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyNodes, anyName, async (nodes, wanted) => {
        const ref = { ...REF, snapshot: `lookup ${run++}` };
        const files = [{ path: 'all', digest: 'd', nodes, edges: [] }];
        await graph.write(ref, { files });
        const expected = new ModelGraph(files).lookup(wanted);
        const [found = []] = await graph.lookup(ref, [wanted], 1_000);
        expect(found.map(({ key, match }) => ({ key, match }))).toEqual(
          expected.map(({ key, rank }) => ({ key, match: rank === 9 ? 'partial' : 'exact' })),
        );
        const [first = []] = await graph.lookup(ref, [wanted], 2);
        expect(first).toEqual(found.slice(0, 2));
      }),
      { numRuns: 100 },
    );
  });

  check('answers many names in one call, in order', async ({ graph }) => {
    await graph.write(REF, { files: [file('a.ts', ['walrus', 'ostrich'])] });
    const lists = await graph.lookup(REF, ['ostrich', 'unknown', 'walrus', 'ostrich'], 3);
    expect(lists.map((list) => list.map((one) => one.key))).toEqual([
      ['ostrich'],
      [],
      ['walrus'],
      ['ostrich'],
    ]);
  });
}
