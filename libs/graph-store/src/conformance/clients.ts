import { Fault } from '@quarry/turn';
import { ALL, file, REF, type Check } from './suite';

/** Snapshots, other clients, calls that overlap, and the end of a client. */
export function clients(check: Check): void {
  check('keeps snapshots apart, and shows other clients what was written', async ({ graph, store }) => {
    const other = await store.open();
    await graph.write(REF, { files: [file('a.ts', ['a'])] });
    expect((await other.nodes(REF, ['a'])).map((node) => node.key)).toEqual(['a']);
    expect(await other.nodes({ ...REF, snapshot: 'next' }, ['a'])).toEqual([]);
    await other.write({ ...REF, repository: 'other' }, { files: [file('a.ts', ['b'])] });
    await other.close();
    expect(await graph.nodes(REF, ['a', 'b'])).toHaveLength(1);
  });

  check('takes writes and reads that overlap', async ({ graph }) => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
    await Promise.all(
      names.flatMap((one) => [
        graph.write(REF, { files: [file(`${one}.ts`, [one], ['n0>' + one])] }),
        graph.walk(REF, ['n0'], ALL),
      ]),
    );
    expect((await graph.walk(REF, ['n0'], ALL)).nodes).toHaveLength(30);
  });

  check('may be closed twice, and fails afterwards with a fault', async ({ graph }) => {
    await graph.close();
    await graph.close();
    await expect(graph.describe(REF)).rejects.toThrow(Fault);
  });
}
