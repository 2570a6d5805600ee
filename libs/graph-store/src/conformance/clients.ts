import { Fault } from '@quarry/turn';
import { ALL, file, REF, type Check } from './suite';

/** Snapshots, other clients, concurrent calls, and closing a client. */
export function clients(check: Check): void {
  check('separates snapshots, and makes writes visible to other clients', async ({ graph, store }) => {
    const other = await store.open();
    await graph.write(REF, { files: [file('a.ts', ['a'])] });
    expect((await other.nodes(REF, ['a'])).map((node) => node.key)).toEqual(['a']);
    expect(await other.nodes({ ...REF, snapshot: 'next' }, ['a'])).toEqual([]);
    await other.write({ ...REF, repository: 'other' }, { files: [file('a.ts', ['b'])] });
    await other.close();
    expect(await graph.nodes(REF, ['a', 'b'])).toHaveLength(1);
  });

  check('supports concurrent writes and reads', async ({ graph }) => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
    await Promise.all(
      names.flatMap((one) => [
        graph.write(REF, { files: [file(`${one}.ts`, [one], ['n0>' + one])] }),
        graph.walk(REF, ['n0'], ALL),
      ]),
    );
    expect((await graph.walk(REF, ['n0'], ALL)).nodes).toHaveLength(30);
  });

  check('can be closed twice, and throws a fault afterwards', async ({ graph }) => {
    await graph.close();
    await graph.close();
    await expect(graph.describe(REF)).rejects.toThrow(Fault);
  });
}
