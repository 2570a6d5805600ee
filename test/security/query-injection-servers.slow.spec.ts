import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  discardGraphSnapshot,
  openGraphStore,
  type EdgeKind,
  type GraphFile,
  type GraphStore,
} from '@quarry/graph-store';
import { openSearchIndex, type SearchIndex } from '@quarry/search-index';
import type { Running } from '@quarry/solo';
import neo4j, { type Driver } from 'neo4j-driver';
import { parseAddress } from '../../libs/graph-store/src/neo4j/address';
import { Neo4jConnection } from '../../libs/graph-store/src/neo4j/connection';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { describeWithServers } from '../servers/servers';
import { AttackFamily } from './attack-family';
import { found, PLACES, STORES, writeShop, type Found } from './query-places';
import { QUERY_TEXTS } from './query-texts';

/** What a query must never find: it is in another repository of the same servers. */
const CANARY = 'zebracanary77c2';
const OWN_NAMES = ['QuarryFile', 'QuarrySnapshot', 'QuarrySymbol', 'QUARRY_EDGE', 'namespace'];
/** Texts that are tried at a time. */
const AT_ONCE = 10;
const REF = { repository: 'hostile', snapshot: 'current' };
/** Statements that would change something, by all the ways in which Cypher changes. */
const WRITES = [
  'CREATE (n:QuarrySymbol {id: $id}) RETURN n',
  'MERGE (n:QuarrySnapshot {id: $id}) RETURN n',
  'MATCH (n:QuarrySnapshot) SET n.live = false RETURN n',
  'MATCH (n:QuarrySymbol) SET n:Admin RETURN n',
  'MATCH (n:QuarryFile) REMOVE n.digest RETURN n',
  'MATCH (n) WITH n LIMIT 1 DETACH DELETE n RETURN 1',
  'UNWIND [1] AS x CALL { CREATE (n:Evil) RETURN n } RETURN n',
  'CREATE INDEX evil IF NOT EXISTS FOR (n:QuarryFile) ON (n.evil)',
];

jest.setTimeout(120_000);

describeWithServers('T11: injection into the queries of servers', (servers) => {
  const family = new AttackFamily('test/security/query-injection-servers.slow.spec.ts');
  const namespace = randomUUID();
  const searchIndexUrl = `elasticsearch:${servers.elasticsearch}/t11-${namespace.slice(0, 8)}`;
  const graphStoreUrl = `${servers.neo4j}?namespace=${namespace}`;
  const folder = mkdtempSync(join(tmpdir(), 'quarry-t11-'));
  let fixture: IndexedFixture;
  let other: IndexedFixture;
  let gateway: Running & { readonly url: string };
  let search: SearchIndex;
  let graph: GraphStore;
  let driver: Driver;
  let before: unknown;

  beforeAll(async () => {
    for (const place of ['shop', 'other']) mkdirSync(join(folder, place));
    writeShop(join(folder, 'shop'));
    writeFileSync(
      join(folder, 'other/vault.ts'),
      `export class ${CANARY} { invoice() { return 'stock'; } }\n`,
    );
    fixture = await indexFixture(join(folder, 'shop'), { searchIndexUrl, graphStoreUrl });
    other = await indexFixture(join(folder, 'other'), { searchIndexUrl, graphStoreUrl });
    gateway = await startGateway(fixture.dataDir, { searchIndexUrl, graphStoreUrl, rateLimit: 0 });
    search = openSearchIndex(searchIndexUrl);
    graph = openGraphStore(graphStoreUrl);
    driver = neo4j.driver(servers.neo4j);
    before = await everything();
  });
  afterAll(async () => {
    await gateway.close();
    await search.close();
    await graph.close();
    await fixture.remove();
    await other.remove();
    await driver.close();
    rmSync(folder, { recursive: true });
  });

  /** What both repositories hold, on both servers. */
  async function everything(): Promise<unknown> {
    const refs = [fixture, other].map(({ repository }) => ({ repository, snapshot: 'current' }));
    return Promise.all(
      refs.map(async (ref) => ({
        search: await search.describe(ref),
        chunks: [...(await search.manifest(ref))],
        graph: await graph.describe(ref),
        files: [...(await graph.manifest(ref))],
      })),
    );
  }

  it.each(PLACES)(
    '$place finds no more for a text than words would',
    async ({ place, route, body, benign, words = false, patterns = false }) => {
      await family.row({
        name: place,
        benign: benign ?? fixture.repository,
        attacks: QUERY_TEXTS,
        atOnce: AT_ONCE,
        send: async (text) => {
          // Of both repositories, the one of the fixture; where the place names one, that one.
          const asked = { repository: fixture.repository, ...body(text) };
          const reply = await call<Found>(gateway.url, `POST /v1/${route}`, { body: asked });
          return { status: reply.status, count: found(reply.body), said: JSON.stringify(reply.body) };
        },
        reached: ({ status, count }) => status === 200 && count > 0,
        judge: ({ status, count, said }, text) => {
          const mayFind = words || (patterns && text === '*');
          expect({ text, count: mayFind ? 0 : count, ok: [200, 400, 404].includes(status) }).toEqual({
            ...{ text, count: 0, ok: true },
          });
          expect(said).not.toMatch(STORES);
          expect(said).not.toContain(CANARY);
        },
      });
    },
  );

  it('finds nothing by a text as reference, name or key of a store', async () => {
    const own = { repository: fixture.repository, snapshot: 'current' };
    const [[start] = []] = await graph.lookup(own, ['InvoiceService'], 1);
    const key = start?.key ?? '';
    await family.row({
      name: 'references and keys',
      benign: { repository: fixture.repository, snapshot: 'current', key, kind: 'DEFINES' },
      attacks: QUERY_TEXTS.map((text) => ({ repository: text, snapshot: text, key: text, kind: text })),
      casesOf: () => 4,
      send: async ({ repository, snapshot, key: text, kind }) => {
        const ref = { repository, snapshot };
        const walk = { depth: 3, maxNodes: 50, edgeKinds: [kind as EdgeKind] };
        const walked = await graph.walk(own, [key, text], walk);
        return {
          described: (await search.describe(ref)) !== null || (await graph.describe(ref)) !== null,
          found: (await graph.lookup(ref, ['invoice'], 10)).flat().length,
          nodes: (await graph.nodes(own, [text])).length,
          edges: walked.edges.length,
        };
      },
      reached: ({ described, found: names, nodes, edges }) =>
        described && names > 0 && nodes === 1 && edges > 0,
      judge: (seen) => expect(seen).toEqual({ described: false, found: 0, nodes: 0, edges: 0 }),
    });
  });

  it('keeps hostile names, keys, kinds and paths of a graph as values: no label, type or property of theirs', async () => {
    const fileOf = (text: string, n: number): GraphFile => {
      const key = `ts:${text}.${n}|FUNCTION`;
      // As a parser that was tricked would hand them over.
      const kind = text as 'FUNCTION';
      const node = { key, kind, name: text, qualifiedName: `${text}.${n}`, language: text, signature: text };
      const edge = { from: key, to: `ts:${text}|FUNCTION`, kind: text as EdgeKind };
      return { path: `${n}/${text}`, digest: text, nodes: [node], edges: [edge] };
    };
    const texts = QUERY_TEXTS.filter((text) => !text.includes('\0'));
    await family.row({
      name: 'files of a graph',
      benign: ['FUNCTION'],
      attacks: [texts],
      casesOf: ({ length }) => length,
      send: async (names: readonly string[]) => {
        const files = names.map(fileOf);
        await graph.write(REF, { files });
        const wanted = files.flatMap((file) => file.nodes);
        const nodes = await graph.nodes(
          REF,
          wanted.map(({ key }) => key),
        );
        const described = await graph.describe(REF);
        await discardGraphSnapshot(graphStoreUrl, REF);
        return { kept: JSON.stringify(nodes) === JSON.stringify(wanted), described };
      },
      reached: ({ kept }) => kept,
      judge: async ({ kept, described }) => {
        expect({ kept, described }).toMatchObject({
          kept: true,
          described: { files: texts.length, nodes: texts.length },
        });
        const named = await namesInNeo4j();
        expect(named).toEqual(expect.arrayContaining(OWN_NAMES));
        expect(named.filter((name) => !/^\w+$/.test(name) || QUERY_TEXTS.includes(name))).toEqual([]);
      },
    });
  });

  it('refuses to read by a statement that writes', async () => {
    await family.row({
      name: 'reading',
      benign: 'MATCH (n:QuarrySnapshot) RETURN n LIMIT 1',
      attacks: WRITES,
      send: async (statement) => {
        const connection = new Neo4jConnection(parseAddress('GRAPH_STORE_URL', graphStoreUrl));
        const failure: unknown = await connection.read(statement, { id: namespace }).then(
          () => null,
          (error: unknown) => error,
        );
        await connection.close();
        return { failure };
      },
      reached: ({ failure }) => failure === null,
      judge: ({ failure }) => expect(failure).toMatchObject({ code: 'Neo.ClientError.Statement.AccessMode' }),
    });
  });

  it('has changed nothing', async () => {
    expect(await everything()).toEqual(before);
    family.counted();
  });

  /** Labels, types and properties that the database has ever had: one that a text made would stay. */
  async function namesInNeo4j(): Promise<string[]> {
    const lists = ['CALL db.labels()', 'CALL db.relationshipTypes()', 'CALL db.propertyKeys()'].map(
      (statement) => driver.executeQuery(statement),
    );
    return (await Promise.all(lists)).flatMap(({ records }) =>
      records.map((record) => String(record.get(0))),
    );
  }
});
