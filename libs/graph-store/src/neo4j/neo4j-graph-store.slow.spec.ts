import { randomUUID } from 'node:crypto';
import neo4j, { type Driver } from 'neo4j-driver';
import { describeWithNeo4j } from '../../../../test/servers/servers';
import { discardGraphSnapshot, openGraphStore } from '../adapters';
import { graphStoreConformance } from '../conformance';
import type { GraphFile, GraphNode, GraphStore } from '../port';
import { snapshotId } from './identity';

// A server plans each statement once, which takes seconds on a busy machine.
jest.setTimeout(120_000);

describeWithNeo4j('Neo4jGraphStore', (server) => {
  let driver: Driver;
  beforeAll(() => (driver = neo4j.driver(server)));
  afterAll(() => driver.close());

  /** Removes everything of a namespace. */
  const clear = (namespace: string) =>
    driver.executeQuery(
      `MATCH (snap:QuarrySnapshot {namespace: $namespace}) WITH collect(snap) AS all, collect(snap.id) AS ids
       CALL { WITH ids MATCH (n:QuarryFile) WHERE n.snapshot IN ids DETACH DELETE n }
       CALL { WITH ids MATCH (n:QuarrySymbol) WHERE n.snapshot IN ids DETACH DELETE n }
       FOREACH (snap IN all | DELETE snap)`,
      { namespace },
    );

  graphStoreConformance({
    name: 'neo4j',
    create: async () => {
      const namespace = randomUUID();
      return {
        open: async () => openGraphStore(`${server}?namespace=${namespace}`),
        dispose: async () => {
          await clear(namespace);
        },
      };
    },
  });

  describe('beyond the contract', () => {
    const ref = { repository: 'acme/shop', snapshot: 'main' };
    const hub = 'ts:pkg.hub|FUNCTION';
    let namespace: string;
    let graph: GraphStore;
    beforeEach(() => {
      namespace = randomUUID();
      graph = openGraphStore(`${server}?namespace=${namespace}`);
    });
    afterEach(async () => {
      await graph.close();
      await clear(namespace);
    });

    /** A file of `count` functions that all call the hub. */
    const callers = (path: string, count: number): GraphFile => {
      const nodes = Array.from({ length: count }, (_, n) => nodeOf(`ts:${path}.run${n}|FUNCTION`));
      return {
        path,
        digest: 'd',
        nodes,
        edges: nodes.map(({ key }) => ({ from: key, to: hub, kind: 'CALLS' as const })),
      };
    };

    it('accepts a file that is larger than a statement, and stays bounded on its hub', async () => {
      await graph.write(ref, {
        files: [{ ...callers('b', 0), nodes: [nodeOf(hub)] }, callers('a', 2_500)],
      });
      expect(await graph.describe(ref)).toEqual({ files: 2, nodes: 2_501, edges: 2_500 });
      const found = await graph.walk(ref, [hub], { depth: 5, maxNodes: 50, edgeKinds: ['CALLS'] });
      const keys = found.nodes.slice(1).map(({ key }) => key);
      expect(keys).toHaveLength(49);
      expect(found.nodes.slice(1).every(({ depth }) => depth === 1)).toBe(true);
      expect(keys).toEqual(
        callers('a', 2_500)
          .nodes.map(({ key }) => key)
          .toSorted()
          .slice(0, 49),
      );
      const all = await graph.walk(ref, [hub], { depth: 2, maxNodes: 5_000, edgeKinds: [] });
      expect([all.nodes.length, all.edges.length]).toEqual([2_501, 2_500]);
      await discardGraphSnapshot(`${server}?namespace=${namespace}`, ref);
      expect(await graph.describe(ref)).toBeNull();
    });

    it('leaves nothing behind when files are removed or the snapshot is deleted', async () => {
      const left = async (): Promise<number> => {
        const { records } = await driver.executeQuery(
          `MATCH (n) WHERE n.snapshot IN $ids OR n.id IN $ids RETURN count(n) AS n`,
          { ids: [snapshotId(namespace, ref), snapshotId(namespace, { ...ref, snapshot: 'next' })] },
        );
        return Number(records[0]?.get('n'));
      };
      await graph.write(ref, { files: [callers('a', 3), callers('b', 2)] });
      expect(await left()).toBe(1 + 2 + 6);
      await graph.write(ref, { remove: ['a'] });
      expect(await left()).toBe(1 + 1 + 3);
      await graph.write({ ...ref, snapshot: 'next' }, { files: [callers('a', 1)] });
      await discardGraphSnapshot(`${server}?namespace=${namespace}`, ref);
      expect(await graph.describe(ref)).toBeNull();
      expect(await graph.describe({ ...ref, snapshot: 'next' })).toMatchObject({ nodes: 1 });
      expect(await left()).toBe(1 + 1 + 2);
    });

    it('completes an interrupted deletion before it writes again', async () => {
      await graph.write(ref, { files: [callers('a', 3)] });
      await driver.executeQuery('MATCH (snap:QuarrySnapshot {id: $id}) SET snap.live = false', {
        id: snapshotId(namespace, ref),
      });
      expect(await graph.describe(ref)).toBeNull();
      expect(await graph.manifest(ref)).toEqual(new Map());
      expect(await graph.lookup(ref, ['run1'], 5)).toEqual([[]]);
      await graph.write(ref, { files: [callers('b', 1)] });
      expect(await graph.describe(ref)).toEqual({ files: 1, nodes: 1, edges: 1 });
    });

    it('separates installations that share a database', async () => {
      const other = openGraphStore(`${server}?namespace=${namespace}x`);
      await graph.write(ref, { files: [callers('a', 1)] });
      expect(await other.describe(ref)).toBeNull();
      await other.close();
    });

    it('never exports a mixture: a concurrent write ends it with a fault', async () => {
      await graph.write(ref, {
        files: Array.from({ length: 30 }, (_, n) => callers(`f${String(n).padStart(2, '0')}`, 1)),
      });
      const read = async (): Promise<void> => {
        for await (const { path } of graph.export(ref))
          if (path === 'f03') await graph.write(ref, { remove: ['f29'] });
      };
      await expect(read()).rejects.toMatchObject({ code: 'index_busy', retryable: true });
    });

    it('rejects a snapshot of a newer Quarry', async () => {
      await graph.write(ref, {});
      await driver.executeQuery('MATCH (snap:QuarrySnapshot {id: $id}) SET snap.format = 99', {
        id: snapshotId(namespace, ref),
      });
      await expect(graph.describe(ref)).rejects.toMatchObject({ code: 'index_newer' });
      await expect(graph.write(ref, {})).rejects.toMatchObject({ code: 'index_newer' });
    });
  });
});

function nodeOf(key: string): GraphNode {
  const name = key.replace(/^.*[.:]|\|.*$/g, '');
  return { key, kind: 'FUNCTION', name, qualifiedName: key.slice(3, -9), language: 'typescript' };
}
