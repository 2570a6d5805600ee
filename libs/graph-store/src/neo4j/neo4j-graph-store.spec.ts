import { randomUUID } from 'node:crypto';
import neo4j, { type Driver } from 'neo4j-driver';
import { describeWithNeo4j } from '../../../../test/servers/servers';
import { openGraphStore } from '../adapters';
import { graphStoreConformance } from '../conformance';

// A server plans each statement once, in whole seconds on a busy machine.
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
});
