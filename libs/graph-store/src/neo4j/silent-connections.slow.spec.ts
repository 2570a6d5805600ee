import { randomUUID } from 'node:crypto';
import { FaultyProxy } from '../../../../test/faults/faulty-proxy';
import { describeWithNeo4j } from '../../../../test/servers/servers';
import { openGraphStore } from '../adapters';
import type { GraphFile } from '../port';
import { LIMITS } from './limits';

/** A shared server. */
const REF = { repository: `silent-${randomUUID()}`, snapshot: 'main' };

function fileOf(path: string): GraphFile {
  const node = { key: path, kind: 'FILE', name: path, qualifiedName: path, language: 'typescript' } as const;
  return { path, digest: 'd', nodes: [node], edges: [] };
}

describeWithNeo4j('connections that the network has dropped', (server) => {
  it('cost no call: it is repeated once, on a fresh one', async () => {
    const network = await FaultyProxy.start(server);
    const graph = openGraphStore(network.url);
    try {
      await graph.write(REF, { files: [fileOf('a.ts')] });
      const keys = async (...wanted: string[]) => (await graph.nodes(REF, wanted)).map(({ key }) => key);
      // As many connections as concurrent calls.
      await Promise.all(Array.from({ length: 4 }, () => keys('a.ts')));
      network.swallow();
      network.heal();
      // The driver compares the last use of a connection with this clock.
      const { now } = Date;
      jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * LIMITS.idle);
      const before = network.connections;
      const [one, other] = await Promise.all([
        keys('a.ts'),
        keys('a.ts'),
        graph.write(REF, { files: [fileOf('b.ts')] }),
      ]);
      expect([one, other]).toEqual([['a.ts'], ['a.ts']]);
      expect(await keys('a.ts', 'b.ts')).toEqual(['a.ts', 'b.ts']);
      expect(network.connections).toBeGreaterThan(before);
      await graph.write(REF, { remove: ['a.ts', 'b.ts'] });
    } finally {
      jest.restoreAllMocks();
      await graph.close();
      await network.close();
    }
  }, 240_000);
});
