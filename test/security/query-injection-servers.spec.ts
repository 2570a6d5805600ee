import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { counted } from './families';
import { QUERY_TEXTS } from './query-texts';

/** What a query must never find: it stands in another repository of the same servers. */
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
  let tried = 0;

  beforeAll(async () => {
    writeFileSync(join(folder, 'vault.ts'), `export class ${CANARY} { invoice() { return 'stock'; } }\n`);
    fixture = await indexFixture('test/fixtures/dotnet-shop/app', { searchIndexUrl, graphStoreUrl });
    other = await indexFixture(folder, { searchIndexUrl, graphStoreUrl });
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

  it('finds no more for a text as filter, name, question or reference than words would', async () => {
    for (let from = 0; from < QUERY_TEXTS.length; from += AT_ONCE)
      await Promise.all(QUERY_TEXTS.slice(from, from + AT_ONCE).map(tryText));
  });

  async function tryText(text: string): Promise<void> {
    const { repository } = fixture;
    const own = { repository, snapshot: 'current' };
    const ref = { repository: text, snapshot: text };
    const query = 'invoice cancel stock';
    for (const body of [
      { query, filter: { pathPrefixes: [text] } },
      { query, filter: { languages: [text] } },
      { query, repository: text },
    ]) {
      const reply = await call<{ hits?: unknown[] }>(gateway.url, 'POST /v1/search', { body });
      const ok = reply.status === 200 || (reply.status >= 400 && reply.status < 500);
      expect({ body, hits: reply.body.hits?.length ?? 0, ok }).toEqual({ body, hits: 0, ok: true });
      tried += 1;
    }
    for (const [route, body] of [
      ['POST /v1/search', { query: text, repository }],
      ['POST /v1/lookup', { names: [text], repository }],
    ] as const) {
      const reply = await call(gateway.url, route, { body });
      expect({ text, ok: reply.status === 200 || reply.status === 400 }).toEqual({ text, ok: true });
      const said = JSON.stringify(reply.body);
      expect(said).not.toMatch(/Neo\.ClientError|parsing_exception|syntax error|query_shard/i);
      expect(said).not.toContain(CANARY);
      tried += 1;
    }
    const [[start] = []] = await graph.lookup(own, ['InvoiceService'], 1);
    const walk = { depth: 3, maxNodes: 50, edgeKinds: [text as EdgeKind] };
    const walked = await graph.walk(own, [start?.key ?? '', text], walk);
    expect({
      text,
      described: [await search.describe(ref), await graph.describe(ref)],
      found: await graph.lookup(ref, ['invoice'], 10),
      nodes: await graph.nodes(own, [text]),
      walked: { nodes: walked.nodes.length, edges: walked.edges },
    }).toEqual({ text, described: [null, null], found: [[]], nodes: [], walked: { nodes: 1, edges: [] } });
    tried += 4;
  }

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
    const files = texts.map(fileOf);
    await graph.write(REF, { files });
    const nodes = await graph.nodes(
      REF,
      files.flatMap(({ nodes: all }) => all.map(({ key }) => key)),
    );
    expect(nodes).toEqual(files.flatMap((file) => file.nodes));
    expect(await graph.describe(REF)).toMatchObject({ files: texts.length, nodes: texts.length });
    const named = await namesInNeo4j();
    expect(named).toEqual(expect.arrayContaining(OWN_NAMES));
    expect(named.filter((name) => !/^\w+$/.test(name) || QUERY_TEXTS.includes(name))).toEqual([]);
    await discardGraphSnapshot(graphStoreUrl, REF);
    tried += texts.length;
  });

  it.each(WRITES)('refuses to read by a statement that writes: %s', async (statement) => {
    const connection = new Neo4jConnection(parseAddress('GRAPH_STORE_URL', graphStoreUrl));
    const failure: unknown = await connection.read(statement, { id: namespace }).then(
      () => null,
      (error: unknown) => error,
    );
    await connection.close();
    expect(failure).toMatchObject({ code: 'Neo.ClientError.Statement.AccessMode' });
    tried += 1;
  });

  it('has changed nothing', async () => {
    expect(await everything()).toEqual(before);
    counted('test/security/query-injection-servers.spec.ts', tried);
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
